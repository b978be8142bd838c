import { ApiError } from '#shared/engine/api.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import {
  startIntegrationTest,
  testUnsavedSettings,
} from '#shared/engine/integrations/integrationCalls.ts'
import { buildFixUrl } from '#shared/engine/integrations/fixUrl.ts'
import { FormError, stepParam } from '../form/handleForm.ts'
import type { FormResult, Intent, Intents, IntentContext } from '../form/handleForm.ts'
import { readChanges, parseRecordVersion, parseValidForm } from '../form/saveChanges.ts'
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
export const addTestAndActivateSteps = (intents: Intents, options: SetupStepOptions): Intents =>
  Object.fromEntries(
    Object.entries(intents).map(([name, intent]) => [
      name,
      name === 'create' || name === 'edit' ? addStepsToIntent(intent, options) : intent,
    ]),
  )

const addStepsToIntent =
  (save: Intent, options: SetupStepOptions): Intent =>
  async (context) => {
    const step = context.form.get(stepParam)
    if (step === null) return save(context)
    if (step === setupSteps.typed) return testTypedSetup(context, options)
    // Validates the test's inputs before anything is saved.
    const input = await parseValidForm(context.api, options.testInputs ?? {}, context.form)
    const result = await save(context)
    return testSavedSetup(context, result, {
      ...options,
      input: { ...input, activate: step === setupSteps.activate },
    })
  }

/** Starts a test of what was just saved and redirects to it. */
async function testSavedSetup(
  context: IntentContext,
  result: FormResult,
  { testAt, input }: SetupStepOptions & { input: object },
): Promise<FormResult> {
  if (!('notice' in result) || !result.of) return result
  const { api, resource, key } = context
  const { id } = result.of
  const to = testAt(context, await loadRecord(api, resource, id), result.to)
  try {
    await startIntegrationTest(api, resource, { id, input }, `${key}-test`)
  } catch (error) {
    // The record is saved even if the test is throttled.
    if (error instanceof ApiError && error.problem.code === 'throttled')
      return { ...result, notice: 'saved-untested', to }
    throw error
  }
  return { ...result, to }
}

/**
 * Tests unsaved settings. Saves nothing: the form shows again, with the steps and the errors they
 * found in its fields.
 */
async function testTypedSetup(
  { api, resource, form }: IntentContext,
  { testInputs = {}, fields = resource.fields }: SetupStepOptions,
): Promise<never> {
  const id = form.has('id') ? parseRecordVersion(form).id : null
  const values =
    id === null
      ? await parseValidForm(api, fields, form)
      : (await readChanges(api, fields, form)).changes
  const input = await parseValidForm(api, testInputs, form)
  const result = await testUnsavedSettings(
    api,
    resource,
    { id, values, input },
    createIdempotencyKey(),
  )
  const failed = result.steps.find(({ outcome }) => outcome === 'failed')
  const errors =
    failed?.field && form.has(failed.field) ? { [failed.field]: failed.sentence ?? '' } : {}
  throw new FormError(errors, { result })
}
