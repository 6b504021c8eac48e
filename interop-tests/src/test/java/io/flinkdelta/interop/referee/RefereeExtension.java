/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.referee;

import io.flinkdelta.interop.house.House;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands every test that asks for one the {@link RefereeProcess} that the whole suite shares. */
public final class RefereeExtension implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RefereeProcess.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // The root's store closes what it holds once all tests have run.
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .getOrComputeIfAbsent(
                        RefereeProcess.class,
                        key -> RefereeProcess.start(
                                House.module("spark-referee").resolve("target"),
                                House.module("interop-tests").resolve("target/referee")),
                        RefereeProcess.class);
    }
}
