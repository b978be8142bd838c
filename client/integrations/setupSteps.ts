import { ApiError } from '#shared/engine/api.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { startTest, testUnsavedSettings } from '#shared/engine/integrations/integrationCalls.ts'
import { buildFixUrl } from '#shared/engine/integrations/fixUrl.ts'
import { FormError, stepParam } from '../form/handleForm.ts'
import type { FormResult, Intent, Intents, IntentContext } from '../form/handleForm.ts'
import { readChanges, parseTarget, parseValidForm } from '../form/saveChanges.ts'
import { createIdempotencyKey } from '../runtime/idempotencyKey.ts'

/** What a setup's form does in addition to saving, by the value of the button that sends it. */
export const setupSteps = { typed: 'typed', test: 'test', activate: 'activate' } as const

type SetupStepOptions = {
  /** What a test needs in addition to the settings. */
  testInputs?: Fields | undefined
  /** The settings that a test takes, where the form asks for more. */
  fields?: Fields
  /** Where the test of the saved record shows; `next` is where saving alone leads. */
  testAt: (work: IntentContext, record: AnyRecord, next: string | undefined) => string
}

/** Where a setup that is made or changed in a panel shows its test: in its own panel, or on its page. */
export const buildTestPanelUrl: SetupStepOptions['testAt'] = ({ resource }, record) =>
  buildFixUrl(resource, record, null)

/** The same intents to create and edit a setup, which also test and activate it if the form's button says so. */
export const addSetupSteps = (intents: Intents, options: SetupStepOptions): Intents =>
  Object.fromEntries(
    Object.entries(intents).map(([name, intent]) => [
      name,
      name === 'create' || name === 'edit' ? addStepsToIntent(intent, options) : intent,
    ]),
  )

const addStepsToIntent =
  (save: Intent, options: SetupStepOptions): Intent =>
  async (work) => {
    const step = work.form.get(stepParam)
    if (step === null) return save(work)
    if (step === setupSteps.typed) return testTypedSetup(work, options)
    // What the test asks for is validated before anything is saved.
    const input = await parseValidForm(work.api, options.testInputs ?? {}, work.form)
    const done = await save(work)
    return testSavedSetup(work, done, {
      ...options,
      input: { ...input, activate: step === setupSteps.activate },
    })
  }

/** Starts the test of what was just saved, and leads to it. */
async function testSavedSetup(
  work: IntentContext,
  done: FormResult,
  { testAt, input }: SetupStepOptions & { input: object },
): Promise<FormResult> {
  if (!('notice' in done) || !done.of) return done
  const { api, resource, key } = work
  const { id } = done.of
  const to = testAt(work, await loadRecord(api, resource, id), done.to)
  try {
    await startTest(api, resource, { id, input }, `${key}-test`)
  } catch (error) {
    // It is saved all the same.
    if (error instanceof ApiError && error.problem.code === 'throttled')
      return { ...done, notice: 'saved-untested', to }
    throw error
  }
  return { ...done, to }
}

/** Tests what is typed. Nothing is saved: the form shows again, with the steps and what they found wrong with its fields. */
async function testTypedSetup(
  { api, resource, form }: IntentContext,
  { testInputs: asks = {}, fields = resource.fields }: SetupStepOptions,
): Promise<never> {
  const id = form.has('id') ? parseTarget(form).id : null
  const values =
    id === null
      ? await parseValidForm(api, fields, form)
      : (await readChanges(api, fields, form)).changes
  const input = await parseValidForm(api, asks, form)
  const told = await testUnsavedSettings(
    api,
    resource,
    { id, values, input },
    createIdempotencyKey(),
  )
  const failed = told.steps.find(({ outcome }) => outcome === 'failed')
  const errors =
    failed?.field && form.has(failed.field) ? { [failed.field]: failed.sentence ?? '' } : {}
  throw new FormError(errors, { result: told })
}
