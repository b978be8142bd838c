import type { TestStep } from '#shared/engine/integrations/tests.ts'
import { NetworkError } from '../outgoing/networkError.ts'
import type { StepContext, Integration, IntegrationStep, StepResult } from './integration.ts'
import { failStep, skipInapplicableStep, skipStep, reportUnknownStep } from './integration.ts'
import { integrationMessages } from './messages.ts'

/** The time limits of a step and of a whole test, in milliseconds (integrations.md, section 2). */
export const stepTimeouts = { stepMs: 5000, wholeMs: 20_000 }

type RunOptions = Pick<StepContext, 'platform' | 'record' | 'secrets' | 'input' | 'typed'> & {
  /** Runs only steps that send and change nothing. */
  passiveOnly: boolean
  /** Returns the last result of a step that needs a user's action, for these exact settings. */
  findUserActionStep: (name: string) => TestStep | undefined
  onProgress: (steps: TestStep[]) => Promise<void>
  timeouts?: typeof stepTimeouts
}

/** Runs a test's steps in order. After one fails, the others are skipped. */
export async function runSteps(integration: Integration, options: RunOptions): Promise<TestStep[]> {
  const {
    passiveOnly,
    findUserActionStep,
    onProgress,
    timeouts = stepTimeouts,
    ...context
  } = options
  const stepsToRun = integration.steps.filter((step) => !passiveOnly || step.passive)
  const steps = stepsToRun.map(createPendingStep)
  const testSignal = AbortSignal.timeout(timeouts.wholeMs)
  const state = integration.createState()
  await onProgress(steps)
  try {
    for (const [index, step] of stepsToRun.entries()) {
      const hasFailed = steps.some(({ outcome }) => outcome === 'failed')
      const before = step.userAction === undefined ? undefined : findUserActionStep(step.name)
      const startedAt = performance.now()
      const result = hasFailed
        ? skipStep(integrationMessages.skipped)
        : isWaitingForSave(step, context.typed)
          ? skipInapplicableStep(integrationMessages.testedOnceSaved)
          : addFailedField(
              step,
              context,
              await runStep(step, { ...context, state }, testSignal, timeouts.stepMs),
            )
      const isAttempted = result.outcome !== 'skipped' && step.userAction === undefined
      const ms = isAttempted ? Math.round(performance.now() - startedAt) : null
      steps[index] = before && !hasFailed ? before : toTestStep(step, result, ms)
      // Skipped steps are reported together at the end.
      if (!hasFailed) await onProgress(steps)
    }
  } finally {
    integration.closeState?.(state)
  }
  return steps
}

/** Whether a step can't prove anything about unsaved settings. */
const isWaitingForSave = (
  { userAction, needsSaved }: IntegrationStep,
  typed: StepContext['typed'],
): boolean => {
  if (!typed) return false
  if (userAction !== undefined || needsSaved === 'values') return true
  return needsSaved === 'record' && typed === 'new'
}

const addFailedField = (
  { field }: IntegrationStep,
  { record }: Pick<StepContext, 'record'>,
  result: StepResult,
) => (result.outcome === 'failed' && field ? { field: field(record), ...result } : result)

const createPendingStep = ({ name, title, required }: IntegrationStep): TestStep => ({
  name,
  title,
  required,
  ms: null,
  outcome: null,
  code: null,
  sentence: null,
})

export const toTestStep = (
  step: IntegrationStep,
  result: StepResult,
  ms: number | null,
): TestStep => ({
  ...createPendingStep(step),
  ms,
  code: null,
  ...result,
})

async function runStep(
  step: IntegrationStep,
  context: Omit<StepContext, 'signal'>,
  testSignal: AbortSignal,
  stepMs: number,
): Promise<StepResult> {
  if (step.userAction !== undefined || !step.run)
    return reportUnknownStep(step.userAction ?? integrationMessages.unchecked)
  const signal = AbortSignal.any([AbortSignal.timeout(stepMs), testSignal])
  try {
    return await Promise.race([
      step.run({ ...context, signal }),
      waitForTimeout(signal, testSignal),
    ])
  } catch (error) {
    if (error instanceof NetworkError) return failStep(error.code, error.sentence)
    context.platform.log.error({ err: error, step: step.name }, 'A test step failed')
    return failStep('INTERNAL', integrationMessages.internalError)
  }
}

const waitForTimeout = (signal: AbortSignal, testSignal: AbortSignal) =>
  new Promise<StepResult>((resolve) => {
    const end = () =>
      resolve(
        testSignal.aborted
          ? failStep('TIMEOUT', integrationMessages.testTimeout)
          : failStep('ETIMEDOUT', integrationMessages.stepTimeout),
      )
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
