/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.examples.quickstart;

import java.time.Instant;

/**
 * One line of the daily report of the COVID-19 data of the Johns Hopkins CSSE.
 *
 * @param provinceState may be null
 */
record CovidRecord(
        String provinceState,
        String countryRegion,
        Instant lastUpdate,
        long confirmed,
        long deaths,
        long recovered,
        double latitude,
        double longitude) {}
