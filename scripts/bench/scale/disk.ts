import type { Row } from '../table.ts'
import type { MeasuredDatabase } from './measureScale.ts'
import type { ScaleSize } from './scaleSize.ts'

const gigabyte = 2 ** 30

/** Measures the disk space of the large tables, with their indexes and all their partitions. */
export async function measureDisk(
  { client, usage }: MeasuredDatabase,
  size: ScaleSize,
): Promise<Row[]> {
  const { rows } = await client.query(`
    select coalesce(parent.relname, class.relname) as name,
      sum(pg_table_size(class.oid))::float8 as data, sum(pg_indexes_size(class.oid))::float8 as indexes
    from pg_class as class
      left join pg_inherits on inhrelid = class.oid left join pg_class as parent on parent.oid = inhparent
    where class.relkind = 'r' and class.relnamespace = 'public'::regnamespace
    group by 1 having sum(pg_total_relation_size(class.oid)) > 10e6
    order by sum(pg_total_relation_size(class.oid)) desc limit 10`)
  const { rows: all } = await client.query(
    'select pg_database_size(current_database())::float8 as bytes',
  )
  const formatSize = (bytes: number) => `${(bytes / gigabyte).toFixed(2)} GB`
  const memory = Math.round((await usage()).rss / 2 ** 20)
  return [
    {
      title: `Disk of the database with ${size.members.toLocaleString('en')} members`,
      result: formatSize(all[0].bytes),
      budget: 'none',
    },
    ...rows.map(({ name, data, indexes }) => ({
      title: `Disk of ${name}`,
      result: `${formatSize(data)} of data, ${formatSize(indexes)} of indexes`,
      budget: 'none',
    })),
    { title: 'Memory of the platform afterwards', result: `${memory} MB`, budget: 'none' },
  ]
}
