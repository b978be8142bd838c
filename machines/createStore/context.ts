import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { FormValues } from '../recordForm/values.ts'

/** One step of the wizard: its name and its fields. The last step reviews and has no fields. */
export interface WizardStep {
  name: string
  fields: readonly string[]
}

/** Why a whole creation failed: a code that selects the message, and its details. */
interface CreateFailure {
  code: string
  requestId?: string | undefined
  permission?: string | undefined
  what?: string
  status?: number
}

export type CreateInput = ResolveInput & Pick<WizardProgress, 'writeKey'>
/** Values that the platform resolves before the operator leaves a step. */
export type ResolveInput = Pick<WizardProgress, 'values'> & { template: WizardTemplate | null }

/** How a creation ended: with a new store, rejected by field, or failed as a whole. */
export type CreateOutcome =
  | { kind: 'created'; id: number }
  | { kind: 'refused'; errors: ValidationErrors }
  | { kind: 'failed'; failure: CreateFailure }

export interface WizardProgress {
  values: FormValues
  /** Name of the current step; `reached` names the furthest step that was open. */
  step: string
  reached: string
  writeKey: string
  template?: WizardTemplate | null | undefined
}

export interface WizardTemplate {
  id: number
  values: FormValues
}

/** Records that an ambiguous text may name, by field. */
export type WizardChoices = Record<string, { value: string; label: string; detail?: string }[]>

/** The platform's answer for texts that name other records, and for the selected template. */
export interface ResolvedReferences {
  /** The values that were sent, with each text replaced by the record it names. */
  values: FormValues
  errors: ValidationErrors
  choices: WizardChoices
  template: WizardTemplate | null
}

export interface CreateStoreInput extends WizardProgress {
  steps: readonly WizardStep[]
  initial: FormValues
  errors?: ValidationErrors
  choices?: WizardChoices
  failure?: CreateFailure | null
  /** Fields that name another record; each value is text until its record is known. */
  references?: readonly string[]
  templateField?: string
  /** Validates all fields; each yields its first failing rule (spec.md section 5). */
  validate: (values: FormValues, template: WizardTemplate | null) => ValidationErrors
  /** Returns the values after one was typed. Others may follow it until the operator edits them. */
  deriveValues: (
    values: FormValues,
    field: string,
    value: unknown,
    template: WizardTemplate | null,
  ) => FormValues
  getFieldsToFill?: (values: FormValues, template: WizardTemplate) => string[]
}

export interface CreateStoreContext extends Omit<CreateStoreInput, 'step' | 'reached'> {
  /** Indexes into `steps`. */
  stepIndex: number
  reachedIndex: number
  template: WizardTemplate | null
  choices: WizardChoices
  filledFields: string[]
  errors: ValidationErrors
  visited: string[]
  /** Errors from the platform, each until its field changes. */
  serverErrors: ValidationErrors
  otherErrors: ValidationErrors
  failure: CreateFailure | null
  restored: boolean
  id: number | null
}
