import type { SnapshotFrom } from 'xstate'
import { sameValue } from '#shared/engine/fields/formValues.ts'
import type { createStoreMachine } from './index.ts'
import type { WizardRun } from './context.ts'
import { unknownTexts } from './settled.ts'
import { stepErrors } from './values.ts'

type CreateStoreSnapshot = SnapshotFrom<typeof createStoreMachine>

export const currentStep = ({ context }: CreateStoreSnapshot): string =>
  context.steps[context.at]?.name ?? ''

/** Whether the wizard waits for the platform, on the way out of a step or for the new store. */
export const isWaiting = (snapshot: CreateStoreSnapshot) =>
  snapshot.hasTag('settling') || snapshot.hasTag('creating')

/** Whether the store was created; then there is nothing left to keep. */
export const isCreated = (snapshot: CreateStoreSnapshot) => snapshot.hasTag('created')

/** Whether leaving would lose something. */
export const isBegun = ({ context }: CreateStoreSnapshot): boolean =>
  !sameValue(context.values, context.initial)

export const reachedSteps = ({ context }: CreateStoreSnapshot): string[] =>
  context.steps.slice(0, context.reached + 1).map(({ name }) => name)

export const badSteps = ({ context }: CreateStoreSnapshot): string[] =>
  context.steps
    .filter((_, at) => at <= context.reached && at !== context.at)
    .filter(
      (step) =>
        Object.keys(stepErrors(context, context.steps.indexOf(step))).length > 0 ||
        unknownTexts(context, step.fields).length > 0,
    )
    .map(({ name }) => name)

export const runOf = (snapshot: CreateStoreSnapshot): WizardRun => {
  const { values, steps, reached, writeKey, template } = snapshot.context
  const step = currentStep(snapshot)
  return { values, step, reached: steps[reached]?.name ?? '', writeKey, template }
}
