import { ApiFailure } from '#shared/engine/api.ts'
import { updateRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { readMetadata, rotateCertificate } from '#shared/signOn/signOnCalls.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intents } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { adminSignOnWords as say } from './words.ts'

/** What the forms of this screen ask for besides those of every integration. */
export const signOnIntents: Intents = {
  async metadata({ api, resource, form, key }) {
    const [url, xml] = ['url', 'xml'].map((name) => String(form.get(name) ?? '').trim())
    if (!url && !xml) throw new Refusal({ url: say.noMetadata })
    const read = await readMetadata(api, xml ? { xml } : { url: url ?? '' }, key).catch(atFields)
    const changes = { ...read, ...(xml ? {} : { metadataUrl: url }) }
    const record = await updateRecord(api, resource, target(form), changes, `${key}-save`)
    return { notice: 'saved', of: recordLink(resource, record) }
  },
  async rotate({ api, resource, form, key }) {
    const record = await rotateCertificate(api, target(form), key)
    return { notice: 'saved', of: recordLink(resource, record) }
  },
}

/** What is wrong with metadata is told at the field that it came from. */
function atFields(error: unknown): never {
  if (error instanceof ApiFailure && error.problem?.fields) throw new Refusal(error.problem.fields)
  throw error
}
