import { createIntegrationScreen } from '#client/integrations/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { resolveOrFailure } from '#client/runtime/failures.ts'
import { compareCognitoPool } from '#shared/areas/cognito/comparison.ts'
import { loadRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { createUpdateUndo } from '#shared/engine/undo.ts'
import { cognitoSetup } from '#shared/areas/cognito/cognitoSetup.ts'
import { PoolComparisonSection } from './PoolComparisonSection.tsx'
import type { PoolComparison } from './PoolComparisonSection.tsx'
import { cognitoMessages } from './messages.ts'

const getInputName = (field: string) => `theirs.${field}`

/** Saves the selected settings of the pool, as they were shown. */
const copyFromPool: Intent = async ({ api, resource, form, key }) => {
  const selectedFields = form.getAll('take').map(String)
  const poolValues = selectedFields.flatMap((field) => {
    const poolValue = form.get(getInputName(field))
    return typeof poolValue === 'string' ? [[field, JSON.parse(poolValue)] as const] : []
  })
  if (poolValues.length === 0) throw new FormError({ take: cognitoMessages.none })
  const previous = await loadRecord(api, resource, parseRecordVersion(form).id)
  const record = await updateRecord(
    api,
    resource,
    parseRecordVersion(form),
    Object.fromEntries(poolValues),
    key,
  )
  const previousValues = Object.fromEntries(poolValues.map(([field]) => [field, previous[field]]))
  return {
    notice: 'saved',
    of: toRecordLink(resource, record),
    undo: createUpdateUndo(resource, previousValues, record),
  }
}

export const { loader, action, Component } = createIntegrationScreen<PoolComparison>({
  resource: cognitoSetup,
  title: () => cognitoMessages.title,
  async load({ api, search, signal }, record) {
    if (!record || !search.has('compare')) return null
    return resolveOrFailure(
      compareCognitoPool(api, record.id, signal),
      cognitoMessages.compareTitle,
    )
  },
  below: (props) =>
    props.record && (
      <PoolComparisonSection {...props} record={props.record} inputOf={getInputName} />
    ),
  intents: { takeOver: copyFromPool },
})
