/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.referee;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HexFormat;
import java.util.List;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.InterpretedMutableProjection;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Spark's value of many expressions for many rows. Each pair is evaluated by itself, so that an error is the answer
 * for one expression and one row only.
 */
final class SparkExpressions {
    private final SparkSession session;

    /** In a session of its own, whose rules do not compute the rows before they can be looked at. */
    SparkExpressions(SparkSession session, String zone) {
        this.session = session.newSession();
        this.session.conf().set("spark.sql.session.timeZone", zone);
        this.session
                .conf()
                .set(
                        "spark.sql.optimizer.excludedRules",
                        "org.apache.spark.sql.catalyst.optimizer.ConvertToLocalRelation");
    }

    /**
     * For each expression {@code {"type":...,"values":[...]}} or {@code {"refused":...}}; a value that is an error is
     * {@code {"error":...}}.
     *
     * @param table an inline table: {@code VALUES ... AS t(a, b)}
     */
    ArrayNode evaluate(String table, JsonNode expressions) {
        Dataset<Row> rows = session.sql("SELECT * FROM " + table);
        ArrayNode results = JsonNodeFactory.instance.arrayNode();
        for (JsonNode expression : expressions) {
            results.add(evaluate(rows, expression.asText()));
        }
        return results;
    }

    private static ObjectNode evaluate(Dataset<Row> rows, String expression) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        LogicalPlan plan;
        try {
            plan = rows.selectExpr("(" + expression + ") AS c").queryExecution().optimizedPlan();
        } catch (Exception e) {
            return result.put(e instanceof AnalysisException ? "refused" : "failed", condition(e));
        }
        Project project = (Project) plan;
        LocalRelation relation = (LocalRelation) project.child();
        NamedExpression named =
                CollectionConverters.asJava(project.projectList()).get(0);
        Expression value = (Expression) named;
        result.put("type", value.dataType().catalogString());
        ArrayNode values = result.putArray("values");
        for (InternalRow row : CollectionConverters.asJava(relation.data())) {
            try {
                Seq<Expression> one =
                        CollectionConverters.asScala(List.of(value)).toSeq();
                InternalRow projected = new InterpretedMutableProjection(one, relation.output()).apply(row);
                values.add(text(projected.get(0, value.dataType()), value.dataType()));
            } catch (Exception e) {
                values.addObject().put("error", condition(e));
            }
        }
        return result;
    }

    private static String condition(Exception e) {
        return e instanceof SparkThrowable known && known.getCondition() != null ? known.getCondition() : e.toString();
    }

    private static String text(Object value, DataType type) {
        if (value == null) {
            return null;
        }
        if (value instanceof UTF8String string) {
            return string.toString();
        }
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (type instanceof DecimalType) {
            return ((Decimal) value).toJavaBigDecimal().toPlainString();
        }
        return value.toString();
    }
}
