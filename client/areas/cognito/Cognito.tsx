import '#client/frame/integrations.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { orFailure } from '#client/runtime/failures.ts'
import { setupScreen } from '#client/integrations/setupScreen.tsx'
import { comparePool } from '#shared/areas/cognito/comparison.ts'
import { readRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { undoOf } from '#shared/engine/undo.ts'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import { Comparison } from './Comparison.tsx'
import type { Compared } from './Comparison.tsx'
import { cognitoWords as say } from './words.ts'

const inputOf = (field: string) => `theirs.${field}`

/** Saves the settings of the pool that were ticked, as they were shown. */
const takeOver: Intent = async ({ api, resource, form, key }) => {
  const chosen = form.getAll('take').map(String)
  const shown = chosen.flatMap((field) => {
    const theirs = form.get(inputOf(field))
    return typeof theirs === 'string' ? [[field, JSON.parse(theirs)] as const] : []
  })
  if (shown.length === 0) throw new Refusal({ take: say.none })
  const before = await readRecord(api, resource, target(form).id)
  const record = await updateRecord(api, resource, target(form), Object.fromEntries(shown), key)
  const was = Object.fromEntries(shown.map(([field]) => [field, before[field]]))
  return { notice: 'saved', of: recordLink(resource, record), undo: undoOf(resource, was, record) }
}

export const { loader, action, Component } = setupScreen<Compared>({
  resource: cognitoSetup,
  title: () => say.title,
  async load({ api, search, signal }, record) {
    if (!record || !search.has('compare')) return null
    return orFailure(comparePool(api, record.id, signal), say.compareTitle)
  },
  below: (props) =>
    props.record && <Comparison {...props} record={props.record} inputOf={inputOf} />,
  intents: { takeOver },
})
