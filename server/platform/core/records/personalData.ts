import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { getField } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { maskedEnding } from '#shared/engine/mask.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { can } from '#shared/permissions/can.ts'
import type { PermissionKey } from '#shared/permissions/permissions.ts'
import { getRecordColumns } from './list/columns.ts'

const personalDataKey: PermissionKey = 'dashboardRead'

/** Whether an account with these permissions sees the names and email addresses of members. */
export const canSeePersonalData = (permissions: readonly string[]): boolean =>
  can(permissions, personalDataKey, 'read')

/** Returns the columns of a resource that name or address a member. */
export const getPersonalColumns = (resource: Resource): string[] =>
  Object.keys({ ...resource.fields, ...resource.derived }).filter(
    (name) => getField(resource, name)?.isPersonal,
  )

/** Masks a text as the database function `masked` does: only the first letter of each word stays. */
export const maskText = (text: string): string => text.replaceAll(/(\S)\S*/g, `$1${maskedEnding}`)

/** Masks the email addresses in a text, such as an answer of a mail server. */
export const maskEmailAddresses = (text: string): string =>
  text.replaceAll(/[^\s<>()[\]"',;:]+/g, (word) =>
    word.slice(1, -1).includes('@') ? maskText(word) : word,
  )

type Reader = { name: string; permissions?: readonly string[] | undefined }

/**
 * Returns the personal columns that this reader sees masked. Without permissions, the platform
 * itself reads, and nothing is masked.
 */
export function getMaskedColumns({ name, permissions }: Reader): string[] {
  const resource = getResource(name)
  if (!resource || permissions === undefined || canSeePersonalData(permissions)) return []
  return getPersonalColumns(resource)
}

/**
 * Masks personal columns in rows of a table, so that lists, filters, sorting, labels, and exports
 * never see the real values. The search text stays as it is, for its index: searches must check the
 * other columns too (list/filters.ts).
 */
export function maskPersonalColumns(reader: Reader, rows: RawBuilder<unknown>) {
  const masked = getMaskedColumns(reader)
  const resource = getResource(reader.name)
  if (masked.length === 0 || !resource) return rows
  const columns = [...getRecordColumns(resource), 'searchText'].map((name) =>
    masked.includes(name) ? sql`masked(${sql.ref(name)}) as ${sql.ref(name)}` : sql.ref(name),
  )
  return sql`(select ${sql.join(columns)} from ${rows}) as ${sql.table(reader.name)}`
}
