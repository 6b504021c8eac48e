/* SPDX-License-Identifier: Apache-2.0 */
package io.flinkdelta.log.txn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.flinkdelta.log.action.AddCDCFile;
import io.flinkdelta.log.action.AddFile;
import io.flinkdelta.log.action.DomainMetadata;
import io.flinkdelta.log.action.Metadata;
import io.flinkdelta.log.action.Protocol;
import io.flinkdelta.log.action.RemoveFile;
import io.flinkdelta.log.action.SetTransaction;
import io.flinkdelta.log.error.ErrorContext;
import io.flinkdelta.log.error.InvalidRequestException;
import io.flinkdelta.log.expression.Expression;
import io.flinkdelta.log.protocol.ClusteringColumns;
import io.flinkdelta.log.protocol.ProtocolCheck;
import io.flinkdelta.log.protocol.RowTracking;
import io.flinkdelta.log.replay.FileKeys;
import io.flinkdelta.log.snapshot.LogSnapshot;
import io.flinkdelta.log.txn.RowDeletes.FileChange;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Collects what a commit is to contain and commits it. Made by {@code DeltaLog}. One thread. Committing again, whatever
 * came of it before, makes the same commit, which is in the log once at most.
 *
 * <p>A commit that removes nothing is a blind append unless it says otherwise; it goes on top of any other
 * commit that leaves schema and protocol alone. One that removes files is taken to have read those, and what it
 * read besides is to be told: {@link #readFiles}, {@link #readWhere}, {@link #readWholeTable}. One that says
 * {@code blindAppend(false)} and nothing of that is taken to have read the whole table.
 */
public final class TransactionBuilder {
    private static final String SYSTEM_DOMAINS = "delta.";
    private final Optional<LogSnapshot> read;
    private final FileKeys keys;
    private final Operation operation;
    private final CommitLoop loop;
    private final Clock clock;
    private final String txnId;
    private String engineInfo;
    private Optional<Boolean> blindAppend = Optional.empty();
    private Optional<Protocol> protocol = Optional.empty();
    private Optional<Metadata> metadata = Optional.empty();
    private final Map<String, SetTransaction> transactions = new LinkedHashMap<>();
    private final List<DomainMetadata> domainMetadata = new ArrayList<>();
    private final List<RemoveFile> removes = new ArrayList<>();
    private final ReadSetBuilder reads = new ReadSetBuilder();
    private final Set<String> readApplications = new LinkedHashSet<>();
    private final List<AddFile> adds = new ArrayList<>();
    private final List<FileChange> rowChanges = new ArrayList<>();
    private Optional<RowRelocation> relocation = Optional.empty();
    private final List<AddCDCFile> changeFiles = new ArrayList<>();
    private final Map<String, JsonNode> operationParameters = new LinkedHashMap<>();
    private final Map<String, String> operationMetrics = new LinkedHashMap<>();
    private final Map<String, JsonNode> commitInfoFields = new LinkedHashMap<>();

    /**
     * An empty transaction.
     *
     * @param read the version that the commit is computed from; empty for a new table
     * @param keys of the table
     * @param txnId unique
     */
    public TransactionBuilder(
            Optional<LogSnapshot> read,
            FileKeys keys,
            Operation operation,
            CommitLoop loop,
            Clock clock,
            String txnId,
            String engineInfo) {
        this.read = read;
        this.keys = keys;
        this.operation = operation;
        this.loop = loop;
        this.clock = clock;
        this.txnId = txnId;
        this.engineInfo = engineInfo;
    }

    /** The id by which this commit is found in the table's history; known before it is made. */
    public String txnId() {
        return txnId;
    }

    /** The table's new metadata; required for a new table. */
    public TransactionBuilder metadata(Metadata newMetadata) {
        this.metadata = Optional.of(newMetadata);
        return this;
    }

    /** The table's new protocol; a new table without one gets what its metadata needs. */
    public TransactionBuilder protocol(Protocol newProtocol) {
        this.protocol = Optional.of(newProtocol);
        return this;
    }

    /**
     * Records the progress of an application, which makes the commit land once at most. With several
     * applications the commit counts as made before when the table has seen all of them, and is refused when it
     * has seen some.
     */
    public TransactionBuilder txn(String appId, long version) {
        SetTransaction progress = new SetTransaction(appId, version, OptionalLong.of(clock.millis()));
        if (transactions.putIfAbsent(appId, progress) != null) {
            throw new IllegalStateException("a commit records each application once: " + appId);
        }
        return this;
    }

    /**
     * Sets or removes a user-controlled metadata domain.
     *
     * @throws InvalidRequestException when the domain is system-controlled
     */
    public TransactionBuilder domainMetadata(DomainMetadata domain) {
        if (domain.domain().startsWith(SYSTEM_DOMAINS)) {
            throw new InvalidRequestException(
                    "A system-controlled metadata domain cannot be set.",
                    ErrorContext.none().with("domain", domain.domain()),
                    "Take a name that does not begin with " + SYSTEM_DOMAINS + ".");
        }
        domainMetadata.add(domain);
        return this;
    }

    /**
     * Sets the columns by which the table is clustered; they are a system-controlled domain.
     *
     * @throws IllegalArgumentException when it is another domain
     */
    public TransactionBuilder clusteringDomain(DomainMetadata domain) {
        if (!domain.domain().equals(ClusteringColumns.DOMAIN)) {
            throw new IllegalArgumentException("not clustering columns: " + domain);
        }
        domainMetadata.add(domain);
        return this;
    }

    public TransactionBuilder add(AddFile file) {
        adds.add(file);
        return this;
    }

    public TransactionBuilder addAll(Collection<AddFile> files) {
        adds.addAll(files);
        return this;
    }

    public TransactionBuilder remove(RemoveFile file) {
        removes.add(file);
        return this;
    }

    public TransactionBuilder removeAll(Collection<RemoveFile> files) {
        removes.addAll(files);
        return this;
    }

    /**
     * Deletes rows, wherever other commits leave them meanwhile: what others hide in the same files stays hidden, and
     * in files that others rewrite the rows are found again, where the table tracks its rows. What {@link #readWhere}
     * finds in these files is taken to be these rows; whoever depends on others says so by {@link #readFiles}.
     *
     * @param changes given by {@link RowDeletes} of this commit alone, which is closed; the commit may replace its file
     */
    public TransactionBuilder deleteRows(Collection<FileChange> changes) {
        rowChanges.addAll(changes);
        changes.forEach(change -> remove(change.remove()));
        changes.forEach(change -> change.add().ifPresent(this::add));
        return this;
    }

    /** Finds the rows of {@link #deleteRows} in rewritten files where the table does not track its rows. */
    public TransactionBuilder relocateRows(RowRelocation newRelocation) {
        this.relocation = Optional.of(newRelocation);
        return this;
    }

    /** Files whose rows the commit depends on: another commit that removes one of them is a conflict. */
    public TransactionBuilder readFiles(Collection<AddFile> files) {
        files.forEach(file -> reads.file(keys.canonical(file.path())));
        return this;
    }

    /**
     * The commit depends on the rows on which {@code filter} is true: another commit that adds or removes a file
     * that may hold such a row is a conflict, as far as the table's isolation level has it so. May be called for
     * several filters, each of which then counts.
     *
     * @param filter over logical column names, in any case
     * @throws InvalidRequestException when it names a column that there is not
     */
    public TransactionBuilder readWhere(Expression filter) {
        read.ifPresent(table -> reads.where(table.scanFilter(filter)));
        return this;
    }

    /** The commit depends on every row of the table. */
    public TransactionBuilder readWholeTable() {
        reads.wholeTable();
        return this;
    }

    /** The commit depends on how far an application has come: another commit that moves it is a conflict. */
    public TransactionBuilder readTxn(String appId) {
        readApplications.add(appId);
        return this;
    }

    /**
     * The change data files of the commit (PROTOCOL.md, "Add CDC File"). On a table with a change data feed they
     * are owed by a commit that both removes and adds data: whoever reads the feed then looks at nothing else.
     */
    public TransactionBuilder changeFiles(Collection<AddCDCFile> files) {
        changeFiles.addAll(files);
        return this;
    }

    /** A parameter of the operation as history shows it. */
    public TransactionBuilder operationParameter(String name, String value) {
        return operationParameter(name, JsonNodeFactory.instance.textNode(value));
    }

    /** A parameter of the operation that is no text. */
    public TransactionBuilder operationParameter(String name, JsonNode value) {
        operationParameters.put(name, value);
        return this;
    }

    /** A metric of the operation as history shows it. */
    public TransactionBuilder operationMetric(String name, long value) {
        operationMetrics.put(name, Long.toString(value));
        return this;
    }

    /** One more field of commitInfo; none that this library writes itself. */
    public TransactionBuilder commitInfoField(String name, JsonNode value) {
        if (CommitComposer.OWN_FIELDS.contains(name)) {
            throw new IllegalArgumentException("a field of commitInfo that is set elsewhere: " + name);
        }
        commitInfoFields.put(name, value);
        return this;
    }

    /** Whether the commit only adds files and was computed without looking at any; see the class. */
    public TransactionBuilder blindAppend(boolean blind) {
        this.blindAppend = Optional.of(blind);
        return this;
    }

    /** Who writes, such as {@code flink-delta/1.0 (Apache-Flink/2.3.0)}. */
    public TransactionBuilder engineInfo(String engine) {
        this.engineInfo = engine;
        return this;
    }

    /** Commits; see {@link CommitLoop#run} for the errors. */
    public CommitResult commit() {
        return loop.run(build());
    }

    /** What {@link #commit} commits. */
    Transaction build() {
        ReadSet readSet = reads.build(blindAppend);
        boolean blind = blindAppend.orElse(removes.isEmpty() && readSet instanceof ReadSet.Nothing);
        Optional<Protocol> newProtocol =
                protocol.or(() -> read.isPresent() ? Optional.empty() : metadata.map(ProtocolCheck::forNewTable));
        Optional<Metadata> written = metadata.map(
                given -> RowTracking.withMaterializedColumns(read.map(LogSnapshot::metadata), given, txnId));
        return new Transaction(
                read,
                operation,
                txnId,
                engineInfo,
                readSet,
                readApplications,
                blind,
                newProtocol,
                written,
                List.copyOf(transactions.values()),
                domainMetadata,
                removes,
                adds,
                new RowDeletion(rowChanges, relocation),
                changeFiles,
                operationParameters,
                operationMetrics,
                commitInfoFields);
    }
}
