import type { Field } from './fields/fields.ts'
import type { FormSection } from './fields/sections.ts'
import type { stampColumns } from './messages.ts'

type StampColumn = keyof typeof stampColumns
type SortText<Column extends string> = Column | `-${Column}`

/** What a resource's list shows, finds, and sorts by. */
export type ListOptions<Name extends string = string, Column extends string = Name> = {
  columns: readonly (Column | StampColumn)[]
  filters?: readonly (Column | StampColumn)[]
  tabs?: Column
  /** Fields that a text search covers; for a reference, the label of the other record. */
  search: readonly Name[]
  sort: SortText<Column | StampColumn>
  /**
   * Facts of a row that is a card: the first two of them that are shown as columns. Status and time
   * are shown anyway.
   */
  card?: readonly Column[]
  /** Field with a record's position, which operators change by reordering the list. */
  position?: Name
  /**
   * There may be millions of records: a search for one or two letters, which no index finds inside
   * words, only matches where words begin.
   */
  large?: true
  /** Panel that opens a record, instead of its form; null if a record opens a page. */
  defaultPanel?: string | null
  /** The page of a record, if its form opens beside a list all the same: `/members/:id`. */
  page?: string
}

/** How forms arrange a resource's fields, and what operators can paste. */
export type FormOptions<Name extends string = string> = {
  /** Headings of a form with eight fields or more; fields without one come last. */
  sections?: readonly FormSection<Name>[]
  /**
   * Fields of a pasted line, in order. With the values chosen once for all lines, they are all that
   * is required (a test checks this).
   */
  paste?: readonly Name[]
}

export type WriteAction = 'create' | 'change' | 'delete'
export const allWrites: readonly WriteAction[] = ['create', 'change', 'delete']

/** How records are imported from a file (screens.md, "Every list"). */
type ImportRules<Name extends string = string> = {
  key: readonly Name[]
  /** Whether lines only create or only change records; by default, they do both. */
  only?: 'create' | 'change'
  /** Fields that an operator can set once for all new records of a file, instead of in a column. */
  newRecordFields?: readonly Name[]
}

/** Which calls the platform offers for a resource, and what they take and return. */
export type ApiOptions<Name extends string = string, Column extends string = Name> = {
  writes: readonly WriteAction[]
  unique: readonly (readonly Name[])[]
  import?: ImportRules<Name>
  /** Why its records have no bulk changes. */
  noBulkReason?: string
  /** The area defines the bulk actions itself, although no form writes the records. */
  hasCustomBulk?: true
  /** A record can be merged into another one, which then receives every reference to it. */
  merge?: true
  /** Operators can comment on a record, and mention each other (shared/areas/comments). */
  comments?: true
  /**
   * The field with a record's status, then those that change with it. `freely` lists the statuses
   * that need no reason.
   */
  lifecycle?: { fields: readonly [Name, ...Name[]]; freely: readonly string[] }
  /**
   * Records that a change affects beyond its own: the platform requires one confirmation
   * (shared/engine/impact.ts).
   */
  impact?: { one: string; many: string }
  /**
   * Fields whose change needs a recent confirmation of the operator (step-up). Secrets always do.
   */
  stepUp?: readonly Name[]
  /** There is only one record, with ID 1, and no list. */
  single?: true
  /**
   * Its records are entries, which only the platform adds and no one changes. They have no stamp,
   * and are sorted only by these columns.
   */
  appendOnly?: readonly Column[]
  extraColumns?: readonly string[]
  /** More fields that the platform returns: shown, but not for sorting, filters, or exports. */
  extraFields?: Record<string, Field>
}

/** The one record that a list belongs to: the field that refers to it, and its ID. */
export type ParentFilter = { field: string; id: number }

/** What names a record, and which other records it belongs to. */
export type RelationOptions<Name extends string = string> = {
  /** Field whose value names a record. */
  label: Name
  /**
   * Field that ties a record to a store: the store's page shows the same list, limited to that
   * store (nestResource.ts).
   */
  scope?: Name
  /** Field that names the record this one is part of, found in the list's URL (nestResource.ts). */
  parent?: Name
  /** Fields that distinguish records of the same name in pickers. */
  disambiguatingFields?: readonly Name[]
}
