import type { CreateStoreInput, WizardChoices, WizardRun } from '#machines/createStore/context.ts'
import {
  createStoreErrors,
  createStoreReferences,
  createStoreSteps,
  createStoreValues,
  withTyped,
} from './steps.ts'
import { filledBy } from './copied.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import type { Begun } from '#client/form/begun.ts'

export type WizardAnswer = WizardRun & {
  errors: FieldErrors
  failure: PageFailure | null
  choices: WizardChoices
}

/** A run from its start, with what its address says. */
export const newRun = (writeKey: string, begun: Begun): WizardRun => ({
  values: { ...createStoreValues(), ...begun },
  step: createStoreSteps[0].name,
  reached: createStoreSteps[0].name,
  writeKey,
})

/** The wizard's input, the same on both sides; `inherited` are the platform's defaults, by field, `begun` what its address says. */
export const wizardInput = (
  run: WizardRun & Partial<WizardAnswer>,
  inherited: Record<string, unknown>,
  begun: Begun = {},
): CreateStoreInput => ({
  ...run,
  steps: createStoreSteps,
  initial: { ...createStoreValues(), ...begun },
  references: createStoreReferences,
  templateField: 'templateId',
  validate: (values, template) => createStoreErrors(values, inherited, template),
  follow: withTyped,
  filledBy,
})

/** What a button of the wizard asks for, by the `intent` it sends: `goto:domain` opens a step. */
export function wizardEvent(intent: string) {
  if (intent.startsWith('goto:')) return { type: 'step.goTo', step: intent.slice(5) } as const
  if (intent === 'back') return { type: 'step.back' } as const
  if (intent === 'create') return { type: 'store.create' } as const
  return { type: 'step.next' } as const
}
