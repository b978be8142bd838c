import type {
  CreateStoreInput,
  WizardChoices,
  WizardProgress,
} from '#machines/createStore/context.ts'
import {
  validateWizardValues,
  createStoreReferences,
  createStoreSteps,
  getInitialWizardValues,
  withInputAndDerivedValues,
} from './wizardSteps.ts'
import { getFieldsToFill } from './templateValues.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import type { Prefill } from '#client/form/prefill.ts'

export type WizardAnswer = WizardProgress & {
  errors: ValidationErrors
  failure: PageFailure | null
  choices: WizardChoices
}

/** Creates a new run with the values from the URL. */
export const createRun = (writeKey: string, prefill: Prefill): WizardProgress => ({
  values: { ...getInitialWizardValues(), ...prefill },
  step: createStoreSteps[0].name,
  reached: createStoreSteps[0].name,
  writeKey,
})

/**
 * Creates the wizard's input, the same on server and browser, from a run, the platform's defaults
 * by field, and the values from the URL.
 */
export const createWizardInput = (
  run: WizardProgress & Partial<WizardAnswer>,
  inherited: Record<string, unknown>,
  prefill: Prefill = {},
): CreateStoreInput => ({
  ...run,
  steps: createStoreSteps,
  initial: { ...getInitialWizardValues(), ...prefill },
  references: createStoreReferences,
  templateField: 'templateId',
  validate: (values, template) => validateWizardValues(values, inherited, template),
  deriveValues: withInputAndDerivedValues,
  getFieldsToFill,
})

/** Maps a button's `intent` to an event of the wizard: `goto:domain` opens a step. */
export function toWizardEvent(intent: string) {
  if (intent.startsWith('goto:')) return { type: 'step.goTo', step: intent.slice(5) } as const
  if (intent === 'back') return { type: 'step.back' } as const
  if (intent === 'create') return { type: 'store.create' } as const
  return { type: 'step.next' } as const
}
