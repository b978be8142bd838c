import { ApiError } from '#shared/engine/api.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { startTest, testUnsavedSettings } from '#shared/engine/integrations/integrationCalls.ts'
import { buildFixUrl } from '#shared/engine/integrations/fixUrl.ts'
import { FormError, stepParam } from '../form/handleForm.ts'
import type { FormResult, Intent, Intents, IntentContext } from '../form/handleForm.ts'
import { readChanges, parseTarget, parseValidForm } from '../form/saveChanges.ts'
import { createIdempotencyKey } from '../runtime/idempotencyKey.ts'

/** The actions of a setup's form in addition to saving, as values of the button that submits it. */
export const setupSteps = { typed: 'typed', test: 'test', activate: 'activate' } as const

type SetupStepOptions = {
  /** Inputs that a test needs in addition to the settings. */
  testInputs?: Fields | undefined
  /** The settings that a test uses, if the form has other fields too. */
  fields?: Fields
  /** Builds the URL that shows the saved record's test. `next` is where saving alone leads. */
  testAt: (work: IntentContext, record: AnyRecord, next: string | undefined) => string
}

/** Builds the URL that shows the test of a setup saved in a panel: its test panel, or its page. */
export const buildTestPanelUrl: SetupStepOptions['testAt'] = ({ resource }, record) =>
  buildFixUrl(resource, record, null)

/**
 * Extends the create and edit intents so that they also test and activate the setup if the form's
 * button asks for it.
 */
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
    // Validates the test's inputs before anything is saved.
    const input = await parseValidForm(work.api, options.testInputs ?? {}, work.form)
    const done = await save(work)
    return testSavedSetup(work, done, {
      ...options,
      input: { ...input, activate: step === setupSteps.activate },
    })
  }

/** Starts a test of what was just saved and redirects to it. */
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
    // The record is saved even if the test is throttled.
    if (error instanceof ApiError && error.problem.code === 'throttled')
      return { ...done, notice: 'saved-untested', to }
    throw error
  }
  return { ...done, to }
}

/**
 * Tests unsaved settings. Saves nothing: the form shows again, with the steps and the errors they
 * found in its fields.
 */
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
