import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { FormValues } from '../recordFormValues.ts'

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
  status?: number
}

/** How a creation ended: with the new store, refused by field, or failed as a whole. */
export type CreateOutcome =
  | { kind: 'created'; id: number }
  | { kind: 'refused'; errors: ValidationErrors }
  | { kind: 'failed'; failure: CreateFailure }

export interface WizardRun {
  values: FormValues
  /** By name, as `reached`: the furthest one that was open. */
  step: string
  reached: string
  writeKey: string
  template?: WizardTemplate | null | undefined
}

export interface WizardTemplate {
  id: number
  values: FormValues
}

/** What a text may mean that names several records. */
export type WizardChoices = Record<string, { value: string; label: string; detail?: string }[]>

/** What the platform says of the texts that name other records, and of the template chosen. */
export interface ResolvedReferences {
  /** The values that were asked about, with each text the record it names. */
  values: FormValues
  errors: ValidationErrors
  choices: WizardChoices
  template: WizardTemplate | null
}

export interface CreateStoreInput extends WizardRun {
  steps: readonly WizardStep[]
  initial: FormValues
  errors?: ValidationErrors
  choices?: WizardChoices
  failure?: CreateFailure | null
  /** The fields that name another record: as text until it is known which. */
  references?: readonly string[]
  templateField?: string
  /** Checks all fields; each yields its first failing rule (spec.md section 5). */
  validate: (values: FormValues, template: WizardTemplate | null) => ValidationErrors
  /** The values after one was typed: others may follow it, as long as nobody typed them. */
  deriveValues: (
    values: FormValues,
    field: string,
    value: unknown,
    template: WizardTemplate | null,
  ) => FormValues
  getTemplateFields?: (values: FormValues, template: WizardTemplate) => string[]
}

export interface CreateStoreContext extends Omit<CreateStoreInput, 'step' | 'reached'> {
  /** Places in `steps`. */
  stepIndex: number
  reachedIndex: number
  template: WizardTemplate | null
  choices: WizardChoices
  filledFields: string[]
  errors: ValidationErrors
  visited: string[]
  /** What the platform refused, each until its field changes. */
  serverErrors: ValidationErrors
  otherErrors: ValidationErrors
  failure: CreateFailure | null
  restored: boolean
  id: number | null
}
