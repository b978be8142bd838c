import { ApiFailure } from '#shared/engine/api.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { startTest, testTypedSettings } from '#shared/engine/integrations/integrationCalls.ts'
import { mendingAddress } from '#shared/engine/integrations/mendingAddress.ts'
import { Refusal, stepParam } from '../form/answerForm.ts'
import type { Done, Intent, Intents, Work } from '../form/answerForm.ts'
import { readChanges, target, writtenIn } from '../form/saveChanges.ts'
import { newIdempotencyKey } from '../runtime/idempotencyKey.ts'

/** What a setup's form does in addition to saving, by the value of the button that sends it. */
export const setupSteps = { typed: 'typed', test: 'test', activate: 'activate' } as const

type Options = {
  /** What a test needs in addition to the settings. */
  asks?: Fields | undefined
  /** The settings that a test takes, where the form asks for more. */
  fields?: Fields
  /** Where the test of the saved record shows; `next` is where saving alone leads. */
  testAt: (work: Work, record: AnyRecord, next: string | undefined) => string
}

/** Where a setup that is made or changed in a panel shows its test: in its own panel, or on its page. */
export const testInPanel: Options['testAt'] = ({ resource }, record) =>
  mendingAddress(resource, record, null)

/** The same intents to create and edit a setup, which also test and activate it if the form's button says so. */
export const addSetupSteps = (intents: Intents, options: Options): Intents =>
  Object.fromEntries(
    Object.entries(intents).map(([name, intent]) => [
      name,
      name === 'create' || name === 'edit' ? addSteps(intent, options) : intent,
    ]),
  )

const addSteps =
  (save: Intent, options: Options): Intent =>
  async (work) => {
    const step = work.form.get(stepParam)
    if (step === null) return save(work)
    if (step === setupSteps.typed) return testTyped(work, options)
    // What the test asks for is validated before anything is saved.
    const input = await writtenIn(work.api, options.asks ?? {}, work.form)
    const done = await save(work)
    return testSaved(work, done, {
      ...options,
      input: { ...input, activate: step === setupSteps.activate },
    })
  }

/** Starts the test of what was just saved, and leads to it. */
async function testSaved(
  work: Work,
  done: Done,
  { testAt, input }: Options & { input: object },
): Promise<Done> {
  if (!('notice' in done) || !done.of) return done
  const { api, resource, key } = work
  const { id } = done.of
  const to = testAt(work, await readRecord(api, resource, id), done.to)
  try {
    await startTest(api, resource, { id, input }, `${key}-test`)
  } catch (error) {
    // It is saved all the same.
    if (error instanceof ApiFailure && error.problem.code === 'throttled')
      return { ...done, notice: 'saved-untested', to }
    throw error
  }
  return { ...done, to }
}

/** Tests what is typed. Nothing is saved: the form shows again, with the steps and what they found wrong with its fields. */
async function testTyped(
  { api, resource, form }: Work,
  { asks = {}, fields = resource.fields }: Options,
): Promise<never> {
  const id = form.has('id') ? target(form).id : null
  const values =
    id === null
      ? await writtenIn(api, fields, form)
      : (await readChanges(api, fields, form)).changes
  const input = await writtenIn(api, asks, form)
  const told = await testTypedSettings(api, resource, { id, values, input }, newIdempotencyKey())
  const failed = told.steps.find(({ outcome }) => outcome === 'failed')
  const errors =
    failed?.field && form.has(failed.field) ? { [failed.field]: failed.sentence ?? '' } : {}
  throw new Refusal(errors, { told })
}
