import type { FileType } from '#shared/format/fileTypes.ts'
import type { Permission } from '#shared/permissions/permissions.ts'
import type { FieldKind, Option, Pattern } from './fieldParts.ts'

/** By field: its text, by the record that was picked. */
export type Autofill = Readonly<Record<string, (record: Record<string, unknown>) => string>>

export type ReferenceTarget = {
  name: string
  label: string
  sort: string
  title?: { one: string; many: string }
  scope?: string
  parentFilter?: { field: string; id: number }
  disambiguatingFields?: Record<string, Field>
  creation?: { address: string; permission: string }
  /** By field beside the reference: what it becomes once a record is picked, read from that record. */
  autofill?: Autofill
  /** Where it is read, where nobody makes one. */
  reading?: { address: string; permission: string }
}

/** One field of a resource, as data. `Value` is the type of its value in a record; nothing holds it at run time. */
export type Field<Value = unknown> = {
  kind: FieldKind
  label: string
  heading?: string
  required: boolean
  /** The fields beside it, each with the values of it for which this one is required; where all of them hold. */
  requiredWhile?: Readonly<Record<string, readonly unknown[]>>
  /** A record may be saved without it, but a later step needs it: says which one, instead of "optional". Empty says nothing. */
  optionalInDraft?: string
  /** What is said where it is required and missing. */
  missingMessage?: string
  /** Characters of a text or of a list's entry, or the largest number. */
  max?: number
  maxEntries?: number
  /** Characters of a text, or the smallest number. */
  min?: number
  pattern?: Pattern
  options?: readonly Option[]
  /** What one entry of a list is called where a message says which of several it means: Rule 2. */
  entryLabel?: string
  /** Of a list whose entries are asked for in parts: the entries by what these inputs sent, one after the other. */
  parseParts?: (sent: readonly string[]) => string[]
  /** The entries of a list are amounts, so that a comma may be inside of one: "1,500". */
  amounts?: true
  /** A list that holds the same entry more than once: its order says something. */
  allowDuplicates?: true
  target?: ReferenceTarget
  /** The field beside it that names the store: of what it refers to, only that store's is found. */
  storeField?: string
  currency?: string
  currencyField?: string
  accept?: readonly FileType[]
  /** Bytes of its file, where that is less than any upload may have. */
  maxBytes?: number
  /** What its files are uploaded for, RESOURCE.FIELD; the definition of the resource says it. */
  uploadFor?: string
  hint?: string
  /** What follows what is typed, and is no part of it: the rest of an address. */
  suffix?: string
  /** What its hint is instead, by the value of the field beside it: nothing where that has none here. */
  hints?: { by: string; of: Readonly<Record<string, string>> }
  /** The right that it takes to write it, beside the one to write its record; the definition of the resource says it. */
  permission?: Permission
  /** Of a secret: the fields beside it that decide where it is sent. Where one changes, it is given anew or taken away. */
  destinationFields?: readonly string[]
  /** What a list says where none is chosen, which stands for more than nothing: all stores. */
  emptyLabel?: string
  immutable?: true
  /** A form fills it in by what is chosen beside it: that it is another one is no change of its own. */
  derivedInput?: true
  /** By option: what other fields of the form become once it is chosen. */
  autofill?: Readonly<Record<string, Readonly<Record<string, string | number>>>>
  /** The text that a code is made of: forms of new records fill it in as that is typed, and the platform where it is left empty. */
  derivedFrom?: string
  /** The file beside it that says what it is: an upload fills it in, and the platform where it's left empty. */
  derivedFromFile?: string
  initial?: Value
  readonly value?: Value
}
