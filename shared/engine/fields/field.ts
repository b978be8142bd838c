import type { FileType } from '#shared/format/fileTypes.ts'
import type { Permission } from '#shared/permissions/permissions.ts'
import type { FieldKind, Option, Pattern } from './fieldParts.ts'

/** By field: reads its text from the selected record. */
export type Autofill = Readonly<Record<string, (record: Record<string, unknown>) => string>>

/** Which records a field refers to; `getReferenceTarget` adds what their definition says. */
export type Reference = {
  name: string
  /** Fields that distinguish equal labels, if not those of the target's definition. */
  disambiguatingFields?: readonly string[]
  /** The one record that the list of choices is limited to. */
  parentFilter?: { field: string; id: number }
  /** Forms don't offer to create a record, even if the user may. */
  canCreate?: boolean
  /** By field next to the reference: the value it gets from the selected record. */
  autofill?: Autofill
}

/**
 * One field of a resource, as data. `Value` is the type of its value in a record; nothing holds it
 * at run time.
 */
export type Field<Value = unknown> = {
  kind: FieldKind
  label: string
  heading?: string
  required: boolean
  /** Required only if each of these other fields has one of its listed values. */
  requiredWhile?: Readonly<Record<string, readonly unknown[]>>
  /**
   * A record can be saved without it, but a later step needs it: the text shown instead of
   * "optional". Empty shows nothing.
   */
  optionalInDraft?: string
  /** Message if it's required and missing. */
  missingMessage?: string
  /** Maximum characters of a text or of a list's entry, or the maximum of a number. */
  max?: number
  maxEntries?: number
  /** Minimum characters of a text, or the minimum of a number. */
  min?: number
  pattern?: Pattern
  options?: readonly Option[]
  /** Texts shown in place of some values of a text: the actor `platform` is "System". */
  valueLabels?: Readonly<Record<string, string>>
  /** Name of one entry of a list, for messages that say which entry they mean: "Rule 2". */
  entryLabel?: string
  /** For a list whose entries have several inputs: builds the entries from their texts. */
  parseParts?: (sent: readonly string[]) => string[]
  /** The entries of a list are amounts, so an entry can contain a comma: "1,500". */
  amounts?: true
  /** A list can contain the same entry more than once, because its order matters. */
  allowDuplicates?: true
  target?: Reference
  /** Field next to it that names the store: a reference finds only records of that store. */
  storeField?: string
  /** It names or addresses a member, so only accounts that may see members see it unmasked. */
  isPersonal?: true
  /** The reference next to it to the record that this text names, as a recipient names a member. */
  namesRecordOf?: string
  currency?: string
  currencyField?: string
  accept?: readonly FileType[]
  /** Maximum bytes of its file, if that's less than for other uploads. */
  maxBytes?: number
  /** Upload target of its files, RESOURCE.FIELD; set by the resource's definition. */
  uploadFor?: string
  hint?: string
  /** Text after the input that isn't part of the value: the rest of a URL. */
  suffix?: string
  /** Hint that depends on the value of another field; none if that value isn't listed. */
  hints?: { by: string; of: Readonly<Record<string, string>> }
  /** Permission to write it, in addition to its record's; set by the resource's definition. */
  permission?: Permission
  /**
   * For a secret: the fields that decide where it's sent. If one changes, the secret must be
   * entered again or removed.
   */
  destinationFields?: readonly string[]
  /** Several records whose order matters, so that a form can change it. */
  isOrdered?: true
  /** Text of an empty list that means more than nothing: all stores. */
  emptyLabel?: string
  immutable?: true
  /** A form sets it by another field's value, so a different value isn't a change of its own. */
  derivedInput?: true
  /** By option: values that other fields of the form get once it's selected. */
  autofill?: Readonly<Record<string, Readonly<Record<string, string | number>>>>
  /**
   * Text field that a code is derived from. New forms fill in the code while that text is typed,
   * and the platform if the code is left blank.
   */
  derivedFrom?: string
  /** File field that provides the value: an upload fills it in, or the platform if it's blank. */
  derivedFromFile?: string
  initial?: Value
  readonly value?: Value
}
