/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.flink;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands every test that asks for one the {@link FlinkCluster} that the whole suite shares. */
public final class FlinkExtension implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == FlinkCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .getOrComputeIfAbsent(FlinkCluster.class, key -> FlinkCluster.start(), FlinkCluster.class);
    }
}
