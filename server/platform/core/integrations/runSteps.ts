import type { TestStep } from '#shared/engine/integrations/tests.ts'
import { OutgoingFault } from '../outgoing/faults.ts'
import type { Context, Integration, Step, StepResult } from './integration.ts'
import { failed, notApplying, skipped, unknown } from './integration.ts'
import { integrationMessages } from './messages.ts'

/** How long a step may take, and all of them (integrations.md, section 2). Milliseconds. */
export const stepLimits = { stepMs: 5000, wholeMs: 20_000 }

type Given = Pick<Context, 'platform' | 'record' | 'secrets' | 'input' | 'typed'> & {
  /** Makes those alone that send and change nothing. */
  passiveOnly: boolean
  /** What a user proved of a step for these very settings. */
  proven: (name: string) => TestStep | undefined
  tell: (steps: TestStep[]) => Promise<void>
  limits?: typeof stepLimits
}

/** Makes the steps of a test one by one, until one fails: those after it are not tried. */
export async function runSteps(integration: Integration, given: Given): Promise<TestStep[]> {
  const { passiveOnly, proven, tell, limits = stepLimits, ...context } = given
  const asked = integration.steps.filter((step) => !passiveOnly || step.passive)
  const steps = asked.map(untried)
  const whole = AbortSignal.timeout(limits.wholeMs)
  const found = integration.begin()
  await tell(steps)
  try {
    for (const [at, step] of asked.entries()) {
      const hasFailed = steps.some(({ outcome }) => outcome === 'failed')
      const before = step.byUser === undefined ? undefined : proven(step.name)
      const begun = performance.now()
      const result = hasFailed
        ? skipped(integrationMessages.skipped)
        : waitsForSave(step, context.typed)
          ? notApplying(integrationMessages.testedOnceSaved)
          : withField(
              step,
              context,
              await outcomeOf(step, { ...context, found }, whole, limits.stepMs),
            )
      const isTried = result.outcome !== 'skipped' && step.byUser === undefined
      const ms = isTried ? Math.round(performance.now() - begun) : null
      steps[at] = before && !hasFailed ? before : written(step, result, ms)
      // What is not tried any more comes at once.
      if (!hasFailed) await tell(steps)
    }
  } finally {
    integration.end?.(found)
  }
  return steps
}

/** Whether a step proves nothing of settings that are only typed. */
const waitsForSave = ({ byUser, needsSaved }: Step, typed: Context['typed']): boolean => {
  if (!typed) return false
  if (byUser !== undefined || needsSaved === 'values') return true
  return needsSaved === 'record' && typed === 'new'
}

const withField = ({ field }: Step, { record }: Pick<Context, 'record'>, result: StepResult) =>
  result.outcome === 'failed' && field ? { field: field(record), ...result } : result

const untried = ({ name, title, required }: Step): TestStep => ({
  name,
  title,
  required,
  ms: null,
  outcome: null,
  code: null,
  sentence: null,
})

export const written = (step: Step, result: StepResult, ms: number | null): TestStep => ({
  ...untried(step),
  ms,
  code: null,
  ...result,
})

async function outcomeOf(
  step: Step,
  context: Omit<Context, 'signal'>,
  whole: AbortSignal,
  stepMs: number,
): Promise<StepResult> {
  if (step.byUser !== undefined || !step.run)
    return unknown(step.byUser ?? integrationMessages.unchecked)
  const signal = AbortSignal.any([AbortSignal.timeout(stepMs), whole])
  try {
    return await Promise.race([step.run({ ...context, signal }), endOf(signal, whole)])
  } catch (error) {
    if (error instanceof OutgoingFault) return failed(error.code, error.sentence)
    context.platform.log.error({ err: error, step: step.name }, 'A test step failed')
    return failed('INTERNAL', integrationMessages.internalError)
  }
}

const endOf = (signal: AbortSignal, whole: AbortSignal) =>
  new Promise<StepResult>((resolve) => {
    const end = () =>
      resolve(
        whole.aborted
          ? failed('TIMEOUT', integrationMessages.testTimeout)
          : failed('ETIMEDOUT', integrationMessages.stepTimeout),
      )
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
