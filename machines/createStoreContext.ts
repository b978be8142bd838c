import type { FieldErrors } from '#shared/engine/validation.ts'
import type { FormValues } from './recordFormValues.ts'

/** One step of the wizard: its name and the fields it asks for. The last step reviews, and has none. */
export interface WizardStep {
  name: string
  fields: readonly string[]
}

/** Why a creation failed as a whole: a code to look up a sentence by, and what it speaks of. */
interface CreateFailure {
  code: string
  requestId?: string | undefined
  permission?: string | undefined
  what?: string
  /** The HTTP status of the answer. */
  status?: number
}

/** How a creation ended: with the new store, refused by field, or failed as a whole. */
export type CreateOutcome =
  | { kind: 'created'; id: number }
  | { kind: 'refused'; errors: FieldErrors }
  | { kind: 'failed'; failure: CreateFailure }

/** Where a run of the wizard stands: what a draft keeps and a form without script sends along. */
export interface WizardRun {
  values: FormValues
  /** The step that shows, and the furthest one that was open, by name. */
  step: string
  reached: string
  /** Makes the creation count once, however often it is sent. */
  writeKey: string
  /** The template whose values the fields hold. */
  template?: WizardTemplate | null | undefined
}

/** A record that fills the fields. */
export interface WizardTemplate {
  id: number
  values: FormValues
}

/** What a text may mean that names several records. */
export type WizardChoices = Record<string, { value: string; label: string; tells?: string }[]>

/** What the platform says of the texts that name other records, and of the template chosen. */
export interface Settled {
  /** The values that were asked about, with each text the record it names. */
  values: FormValues
  errors: FieldErrors
  choices: WizardChoices
  template: WizardTemplate | null
}

/** How the wizard begins; the same on the server and in the browser. */
export interface CreateStoreInput extends WizardRun {
  steps: readonly WizardStep[]
  /** What the fields hold before anything is typed. */
  initial: FormValues
  /** What the server refused. */
  errors?: FieldErrors
  choices?: WizardChoices
  failure?: CreateFailure | null
  /** The fields that name another record: as text until it is known which. */
  references?: readonly string[]
  /** The one of them that names the template. */
  templateField?: string
  /** Checks all fields; each yields its first failing rule (spec.md section 5). */
  validate: (values: FormValues, template: WizardTemplate | null) => FieldErrors
  /** The values after one was typed: others may follow it, as long as nobody typed them. */
  follow: (
    values: FormValues,
    field: string,
    value: unknown,
    template: WizardTemplate | null,
  ) => FormValues
  /** The names of the fields that a template fills once it is known. */
  filledBy?: (values: FormValues, template: WizardTemplate) => string[]
}

/** What the wizard knows. */
export interface CreateStoreContext extends Omit<CreateStoreInput, 'step' | 'reached'> {
  /** Places in `steps`. */
  at: number
  reached: number
  template: WizardTemplate | null
  choices: WizardChoices
  /** The fields that the template filled when it became known. */
  filled: string[]
  /** What shows under the fields. */
  errors: FieldErrors
  visited: string[]
  /** What the platform refused, each until its field changes. */
  refusals: FieldErrors
  /** What the platform refused of fields that no step asks for. */
  elsewhere: FieldErrors
  failure: CreateFailure | null
  /** Whether this run goes on with an earlier one. */
  restored: boolean
  /** The new store. */
  id: number | null
}
