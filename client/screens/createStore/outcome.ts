import type { CreateOutcome } from '#machines/createStoreValues.ts'
import { ApiFailure } from '#shared/api.ts'
import type { Api } from '#shared/api.ts'
import { createStoreFields, isCopied, sectionsIn } from '#shared/stores/createStoreSteps.ts'
import { createStoreMessages } from '#shared/stores/createStoreMessages.ts'
import { inputText } from '#shared/formValues.ts'
import { createRecord } from '#shared/recordCalls.ts'
import { resolveReferences } from '#shared/references.ts'
import { stores } from '#shared/resources/stores.ts'
import { duplicateStore } from '#shared/stores/duplicateStore.ts'
import { pageFailure } from '#client/failures.ts'

type Values = Record<string, unknown>

/** Creates the store of a wizard that was filled in, and says how that ended. It never rejects for what the platform answers. */
export async function createOutcome(api: Api, values: Values, key: string): Promise<CreateOutcome> {
  try {
    const resolved = await resolveReferences(api, createStoreFields, values)
    if (Object.keys(resolved.errors).length > 0) return { kind: 'refused', errors: resolved.errors }
    const { templateId, sections: _boxes, ...own } = resolved.values
    const store =
      typeof templateId === 'number'
        ? await duplicateStore(
            api,
            templateId,
            { values: typedOver(values, own), sections: sectionsIn(values) },
            key,
          )
        : await createRecord(api, stores, own, key)
    return { kind: 'created', id: store.id }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const { problem, status } = error
    if (problem.fields) return { kind: 'refused', errors: problem.fields }
    const failure = pageFailure(error, createStoreMessages.store)
    return { kind: 'failed', failure: { ...failure, status } }
  }
}

/** What is sent over a template: where it fills a field, only what was typed. */
const typedOver = (values: Values, own: Values): Values =>
  Object.fromEntries(
    Object.entries(own).filter(
      ([name, value]) => !(isCopied(values, name) && inputText(value) === ''),
    ),
  )
