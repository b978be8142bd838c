import type { SnapshotFrom } from 'xstate'
import { isSameFieldValue } from '#shared/engine/fields/formValues.ts'
import type { createStoreMachine } from './index.ts'
import type { WizardProgress } from './context.ts'
import { findUnresolvedFields } from './resolvedReferences.ts'
import { getStepErrors } from './transitions.ts'

type CreateStoreSnapshot = SnapshotFrom<typeof createStoreMachine>

export const getCurrentStep = ({ context }: CreateStoreSnapshot): string =>
  context.steps[context.stepIndex]?.name ?? ''

/** Whether the wizard waits for the platform, to leave a step or to create the store. */
export const isAwaitingPlatform = (snapshot: CreateStoreSnapshot) =>
  snapshot.hasTag('settling') || snapshot.hasTag('creating')

/** Whether the store was created; then there is no draft left to save. */
export const isCreated = (snapshot: CreateStoreSnapshot) => snapshot.hasTag('created')

/** Whether leaving would lose input. */
export const isDirty = ({ context }: CreateStoreSnapshot): boolean =>
  !isSameFieldValue(context.values, context.initial)

export const getReachedSteps = ({ context }: CreateStoreSnapshot): string[] =>
  context.steps.slice(0, context.reachedIndex + 1).map(({ name }) => name)

export const getOtherStepsWithErrors = ({ context }: CreateStoreSnapshot): string[] =>
  context.steps
    .filter((_, index) => index <= context.reachedIndex && index !== context.stepIndex)
    .filter(
      (step) =>
        Object.keys(getStepErrors(context, context.steps.indexOf(step))).length > 0 ||
        findUnresolvedFields(context, step.fields).length > 0,
    )
    .map(({ name }) => name)

export const toWizardProgress = (snapshot: CreateStoreSnapshot): WizardProgress => {
  const { values, steps, reachedIndex: reached, writeKey, template } = snapshot.context
  const step = getCurrentStep(snapshot)
  return { values, step, reached: steps[reached]?.name ?? '', writeKey, template }
}
