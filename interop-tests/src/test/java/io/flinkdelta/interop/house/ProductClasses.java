/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.interop.house;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** Main code only, whether the reactor hands over class folders or jars. */
public final class ProductClasses implements ImportOption {

    @Override
    public boolean includes(Location location) {
        return !location.contains("/test-classes/") && !location.contains("-tests.jar");
    }
}
