import type { FileType } from '#shared/format/fileTypes.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { ResourceName } from '#shared/resourceNames.ts'
import { actorLabels } from '../actors.ts'
import { engineMessages } from '../messages.ts'
import type { Field, Reference } from './field.ts'
import type { FieldKind, Option, Pattern, SecretState } from './fieldParts.ts'

export type { Field } from './field.ts'
export type { FieldKind } from './fieldParts.ts'

type HintRules = Pick<Field, 'hint' | 'hints'>
type TextRules = HintRules &
  Pick<Field, 'derivedFromFile'> & {
    max: number
    min?: number
    pattern?: Pattern
    derivedFrom?: string
  }
type NumberRules = HintRules & { min?: number; max?: number }

const createField = <Value>(
  kind: FieldKind,
  label: string,
  rules: Partial<Field<Value>>,
): Field<Value> => ({ kind, label, required: true, ...rules })

/** A line of text, saved without surrounding white space. */
export const text = (label: string, rules: TextRules & { initial?: string }): Field<string> =>
  createField('text', label, rules)

/** Who did something. The platform is shown as "System", as `formatActor` does. */
export const actor = (label: string): Field<string> =>
  createField('text', label, { max: 120, valueLabels: actorLabels })

export const longText = (label: string, rules: TextRules): Field<string> =>
  createField('longText', label, rules)

export const integer = (
  label: string,
  rules: NumberRules & { initial?: number } = {},
): Field<number> => createField('integer', label, rules)

/** A number with at most two decimal places. */
export const decimal = (label: string, rules: NumberRules = {}): Field<number> =>
  createField('decimal', label, rules)

/**
 * An amount in minor units: 1250 is 12.50 EUR, 1,250 JPY, 1.250 KWD. Its currency is fixed here or
 * in another field.
 */
export const money = (
  label: string,
  rules: NumberRules & ({ currency: string } | { currencyField: string }),
): Field<number> => createField('money', label, rules)

/** Yes or no; a form sends 1 or 0 (spec.md section 2, Switch). */
export const toggle = (
  label: string,
  rules: HintRules & { initial?: boolean } = {},
): Field<boolean> => createField('toggle', label, { initial: true, ...rules })

/** One of a fixed set; the keys of `options` are stored. */
export const select = <const Value extends string>(
  label: string,
  options: Record<Value, string>,
  rules: HintRules & { initial?: NoInfer<Value> } & Pick<Field, 'autofill'> = {},
): Field<Value> => createField<Value>('select', label, { options: toOptions(options), ...rules })

const toOptions = (options: Record<string, string>): Option[] =>
  Object.entries(options).map(([value, optionLabel]) => ({ value, label: optionLabel }))

/** A color as `#RRGGBB`. */
export const color = (label: string, rules: HintRules & { initial?: string } = {}): Field<string> =>
  createField('colour', label, {
    max: 7,
    pattern: { matches: /^#[0-9a-f]{6}$/i, message: messages.validation.notColour(label) },
    ...rules,
  })

/**
 * Several short texts, different unless `allowDuplicates`, or several of a fixed set if `options`
 * are given; an empty list if there are none.
 */
export const list = (
  label: string,
  {
    options,
    ...rules
  }: TextRules & { options?: Record<string, string> } & Pick<
      Field,
      'allowDuplicates' | 'entryLabel' | 'maxEntries' | 'emptyLabel' | 'parseParts' | 'amounts'
    >,
): Field<string[]> =>
  createField<string[]>('list', label, {
    required: false,
    initial: [],
    ...rules,
    ...(options ? { options: toOptions(options) } : {}),
  })

/**
 * Another record, by its ID, of the resource with this name. Forms show its label and find it by
 * typing.
 */
export const reference = (
  label: string,
  target: ResourceName | Reference,
  rules: HintRules & Pick<Field, 'storeField'> = {},
): Field<number> => createField('reference', label, { target: toReference(target), ...rules })

/**
 * Several other records, by their IDs; an empty list if there are none. The default hint says what
 * an empty list means, if that's more than nothing.
 */
export const references = (
  label: string,
  target: ResourceName | Reference,
  rules: HintRules & Pick<Field, 'emptyLabel' | 'isOrdered'> & { maxEntries?: number } = {},
): Field<number[]> =>
  createField<number[]>('references', label, {
    required: false,
    initial: [],
    target: toReference(target),
    maxEntries: toReference(target).name === 'stores' ? limits.storeReferences : limits.references,
    ...(rules.emptyLabel && {
      hint: engineMessages.leaveBlank(
        rules.emptyLabel.charAt(0).toLowerCase() + rules.emptyLabel.slice(1),
      ),
    }),
    ...rules,
  })

const toReference = (target: ResourceName | Reference): Reference =>
  typeof target === 'string' ? { name: target } : target

/** A day, `YYYY-MM-DD`. */
export const date = (label: string, rules: HintRules = {}): Field<string> =>
  createField('date', label, rules)

/** An instant, UTC ISO 8601 with milliseconds. */
export const instant = (label: string, rules: HintRules = {}): Field<string> =>
  createField('instant', label, rules)

/** A value that is written and never read: blank keeps it, and removing it is a separate choice. */
export const secret = (
  label: string,
  rules: TextRules & Pick<Field, 'destinationFields'>,
): Field<SecretState> => createField('secret', label, rules)

type FileRules = HintRules & { accept?: readonly FileType[]; maxBytes?: number }

/** An uploaded file, by its ID. */
export const file = (label: string, rules: FileRules = {}): Field<number> =>
  createField('file', label, rules)

/** An uploaded image, by the ID of its file. */
export const image = (label: string, rules: FileRules = {}): Field<number> =>
  createField('image', label, {
    accept: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
    maxBytes: limits.pictureBytes,
    ...rules,
  })

export const isUpload = ({ kind }: Pick<Field, 'kind'>): boolean =>
  kind === 'file' || kind === 'image'

/** Returns the field as one that can be left blank; an empty value is `null` in a record. */
export const optional = <Value>({
  initial: _initial,
  ...rest
}: Field<Value>): Field<Value | null> => ({ ...rest, required: false })

/**
 * Returns the field as one that names or addresses a member; see `isPersonal`. `namesRecordOf` is
 * the reference to that member, if the record has one.
 */
export const personal = <Value>(field: Field<Value>, namesRecordOf?: string): Field<Value> => ({
  ...field,
  isPersonal: true,
  ...(namesRecordOf !== undefined && { namesRecordOf }),
})

/**
 * Returns the field as one that can be left blank at first, although a later step needs it;
 * `needed` names that step.
 */
export const optionalInDraft = <Value>(
  field: Field<Value>,
  needed: string = messages.form.neededToActivate,
): Field<Value | null> => ({ ...optional(field), optionalInDraft: needed })

/**
 * Returns the field as one whose empty value can be saved, although a later step needs more;
 * `needed` names that step.
 */
export const neededToActivate = <Value>(
  field: Field<Value>,
  needed: string = messages.form.neededToActivate,
): Field<Value> => ({ ...field, optionalInDraft: needed })

/** Returns the field as required; a list then needs at least one entry. */
export const required = <Value>(field: Field<Value>, missingMessage: string): Field<Value> => ({
  ...field,
  required: true,
  missingMessage,
})

/** Returns the field as required while others have one of these values. */
export const requiredWhile = <Value>(
  field: Field<Value>,
  conditions: NonNullable<Field['requiredWhile']>,
  missingMessage: string,
): Field<Value> => ({ ...field, requiredWhile: conditions, missingMessage })

export const immutable = <Value>(field: Field<Value>): Field<Value> => ({
  ...field,
  immutable: true,
})
