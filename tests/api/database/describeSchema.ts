import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '#server/platform/database/schema.ts'

/**
 * Describes the schema of a database as text: extensions, sequences, tables, and functions, and the
 * rows that migrations insert. Equal schemas have equal texts on PGlite and PostgreSQL.
 */
export async function describeSchema(db: Kysely<Database>): Promise<string> {
  const lines = [
    ...(await readLines(db, extensions)),
    ...(await describeSequences(db)),
    ...(await describeTables(db)),
    ...(await readLines(db, functions)),
    ...(await describeRows(db)),
  ]
  return `${lines.join('\n')}\n`
}

type Query<Row = unknown> = RawBuilder<Row & { line: string }>

async function readLines(db: Kysely<Database>, query: Query): Promise<string[]> {
  const { rows } = await query.execute(db)
  return rows.flatMap(({ line }) => withoutIndentation(line))
}

/** The code of functions and views may be indented differently. */
const withoutIndentation = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/^ +| +$/g, ''))
    .filter(Boolean)

/** The migrations' objects: not those of extensions and of Kysely's migrator. */
const isOurs = (oid: string, name: string) =>
  sql.raw(`pg_catalog.starts_with(${name}, 'kysely_') is false and not exists
    (select from pg_depend where objid = ${oid} and deptype = 'e')`)

const extensions: Query = sql`
  select concat_ws(' ', 'extension', extname, 'in', extnamespace::regnamespace) as line
  from pg_extension order by 1`

async function describeSequences(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string; line: string }>`
    select relname as name, concat_ws(' ', 'sequence', relname, seqtypid::regtype, 'from', seqstart,
      'by', seqincrement, case when seqcycle then 'cycle' end,
      (select concat_ws(' ', case deptype when 'i' then 'identity of' else 'owned by' end,
          refobjid::regclass || '.' || attname)
        from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
        where objid = pg_class.oid and deptype in ('a', 'i')), 'next') as line
    from pg_class join pg_sequence on seqrelid = oid
    where relnamespace = 'public'::regnamespace order by relname collate "C"`.execute(db)
  const values = rows.map(
    ({ name, line }) =>
      sql`select ${sql.lit(line)} || ' ' || last_value + is_called::integer as line
        from ${sql.table(name)}`,
  )
  return readLines(db, sql`${sql.join(values, sql` union all `)}`)
}

async function describeTables(db: Kysely<Database>): Promise<string[]> {
  const { rows: tables } = await sql<{ table: number; line: string }>`
    select oid::integer as table, concat_ws(' ',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, relname,
      'partitioned by ' || case relkind when 'p' then pg_get_partkeydef(oid) end,
      (select 'in ' || inhparent::regclass from pg_inherits where inhrelid = oid),
      pg_get_expr(relpartbound, oid), 'with ' || reloptions::text, 'grants ' || relacl::text,
      case relpersistence when 'u' then 'unlogged' end,
      -- Before PostgreSQL 16, the columns of a view's only table are qualified.
      case when relkind in ('v', 'm') then E'\n' || replace(pg_get_viewdef(oid), 'audit.', '') end) as line
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and ${isOurs('oid', 'relname')}
    order by relname collate "C"`.execute(db)
  const parts: { table: number; line: string }[] = []
  for (const query of [columns, constraints, indexes, triggers])
    parts.push(...(await query.execute(db)).rows)
  const partsByTable = Map.groupBy(parts, ({ table }) => table)
  return tables.flatMap(({ table, line }) =>
    [line, ...(partsByTable.get(table) ?? []).map((part) => part.line)].flatMap(withoutIndentation),
  )
}

const columns: Query<{ table: number }> = sql`
  select attrelid::integer as table, concat_ws(' ', 'column', attname,
    format_type(atttypid, atttypmod),
    case when attcollation <> typcollation then 'collate ' || attcollation::regcollation end,
    case when attnotnull then 'not null' end,
    case attidentity when 'a' then 'always identity' when 'd' then 'identity' end,
    case when adbin is not null then case attgenerated when '' then 'default' else 'generated' end end,
    pg_get_expr(adbin, adrelid),
    'statistics ' || case when attstattarget >= 0 then attstattarget end) as line
  from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped order by attnum`

/**
 * PostgreSQL 18 also lists that columns are not null, which their lines say. Those constraints have
 * names that no statement needs, and they differ where an old migration rebuilt a table.
 */
const constraints: Query<{ table: number }> = sql`
  select conrelid::integer as table,
    concat_ws(' ', 'constraint', conname, pg_get_constraintdef(oid)) as line
  from pg_constraint
  where connamespace = 'public'::regnamespace and contype <> 'n' order by conname collate "C"`

const indexes: Query<{ table: number }> = sql`
  select indrelid::integer as table,
    pg_get_indexdef(indexrelid) || case when indisvalid then '' else ' invalid' end as line
  from pg_index join pg_class on oid = indexrelid
  where relnamespace = 'public'::regnamespace order by relname collate "C"`

const triggers: Query<{ table: number }> = sql`
  select tgrelid::integer as table, pg_get_triggerdef(pg_trigger.oid)
    || case tgenabled when 'O' then '' else ' enabled ' || tgenabled::text end as line
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = 'public'::regnamespace and not tgisinternal order by tgname collate "C"`

const functions: Query = sql`
  select pg_get_functiondef(oid) || case when has_function_privilege('public', oid, 'execute')
    then '' else E'\nnot executable by everyone' end as line from pg_proc
  where pronamespace = 'public'::regnamespace and ${isOurs('oid', 'proname')}
  order by proname collate "C", oid::regprocedure::text collate "C"`

async function describeRows(db: Kysely<Database>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and ${isOurs('oid', 'relname')}
    order by relname collate "C"`.execute(db)
  const queries = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(`row of ${name} `)} || to_jsonb(t)::text as line from ${sql.table(name)} as t`,
  )
  const lines = await readLines(db, sql`${sql.join(queries, sql` union all `)}`)
  return lines.map((line) => line.replaceAll(changingValues, '…'))
}

/** Times and IDs of transactions. */
const changingValues = /\d{4}-\d\d-\d\dT[\d:.]+\+00:00|(?<="made_by": ")\d+/g
