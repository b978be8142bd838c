import { useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { apiKeys } from '#shared/areas/apiKeys/apiKeys.ts'
import type { ApiKeyStatus } from '#shared/areas/apiKeys/apiKeys.ts'
import {
  changeableKeyFields,
  loadApiKeyDetails,
  revokeApiKey,
  rotateApiKey,
  rotationFields,
  updateApiKey,
} from '#shared/areas/apiKeys/apiKeyCalls.ts'
import type { ApiKeyDetails } from '#shared/areas/apiKeys/apiKeyCalls.ts'
import { getRecordUrl, toRecordLink } from '#shared/engine/recordLink.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatPermission } from '#shared/permissions/permissions.ts'
import { FormField, Section, SectionForm } from '#client/frame/index.ts'
import { getFormContext } from '#client/form/formContext.ts'
import { handleForm } from '#client/form/handleForm.ts'
import type { IntentContext, RejectedForm } from '#client/form/handleForm.ts'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { apiContext } from '#client/runtime/contexts.ts'
import { throwAsPageFailure, throwPageFailure } from '#client/runtime/failures.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ApiKeyStatusDot } from './ApiKeyStatusDot.tsx'
import { Calls } from './Calls.tsx'
import { NewKeyText } from './NewKeyText.tsx'
import { OwnPermissions } from './OwnPermissions.tsx'
import { apiKeysMessages } from './messages.ts'
import * as styles from './ApiKeys.css.ts'

type ApiKeyData = ApiKeyDetails & { writeKey: string; recordName: string }
type RotatedKey = { rotated: string | null }

const requireKeyId = ({ keyId = '' }: { keyId?: string | undefined }): number =>
  /^[1-9]\d{0,8}$/.test(keyId)
    ? Number(keyId)
    : throwPageFailure({ code: 'not_found', what: apiKeys.title.one }, 404)

export async function loader({
  request,
  context,
  params,
}: LoaderFunctionArgs): Promise<ApiKeyData> {
  const id = requireKeyId(params)
  const details = await loadApiKeyDetails(context.get(apiContext), id, request.signal).catch(
    (error: unknown) => throwAsPageFailure(error, apiKeysMessages.what),
  )
  const recordName = getLabel(apiKeys, details.record)
  return { ...details, writeKey: createIdempotencyKey(), recordName }
}

const createIntents = (id: number) => ({
  async rotate({ api, form, key }: IntentContext) {
    const values = await parseValidForm(api, rotationFields, form)
    const { key: rotated } = await rotateApiKey(api, id, values, key)
    return { shown: { rotated } satisfies RotatedKey }
  },
  async change({ api, form, key }: IntentContext) {
    const values = await parseValidForm(api, changeableKeyFields, form)
    const record = await updateApiKey(api, parseRecordVersion(form), values, key)
    return { notice: 'saved' as const, of: toRecordLink(apiKeys, record) }
  },
  async revoke({ api, form, key }: IntentContext) {
    await revokeApiKey(api, id, key)
    const name = String(form.get('called') ?? '')
    const to = getRecordUrl(apiKeys, { id })
    return { notice: 'revoked' as const, of: { resource: apiKeys.name, id, name, to } }
  },
})

/** Handles the forms of the page, which stay on it. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = requireKeyId(params)
  return handleForm<RotatedKey>({
    ...getFormContext(context),
    resource: { ...apiKeys, fields: { ...changeableKeyFields, ...rotationFields } },
    form: await request.formData(),
    intents: createIntents(id),
    url: request.url,
    back: `${apiKeys.path}/${id}`,
  })
}

const { facts: factTexts } = apiKeysMessages

function ApiKeyHeader({ record }: { record: AnyRecord }) {
  const { lastUsedAt, lastUsedFrom, labels } = record
  const lastUsed =
    typeof lastUsedAt === 'string' ? (
      <Instant at={lastUsedAt} format={factTexts.lastUsedAt(String(lastUsedFrom))} />
    ) : (
      factTexts.neverUsed
    )
  return (
    <PageHeader
      title={getLabel(apiKeys, record)}
      status={<ApiKeyStatusDot status={record['status'] as ApiKeyStatus} />}
      facts={[
        { name: factTexts.owner, value: labels?.['ownerId'] ?? String(record['ownerId']) },
        { name: factTexts.endsWith, value: String(record['suffix']) },
        { name: factTexts.expires, value: <Instant at={String(record['expiresAt'])} /> },
        { name: factTexts.lastUsed, value: lastUsed },
      ]}
    />
  )
}

/** A key: what it can do, and how to replace or end it. */
export function Component() {
  const { record, isOwn, permissions, calls, origin, writeKey } = useLoaderData<ApiKeyData>()
  const answer = useLastActionData<Partial<RotatedKey> & RejectedForm>()
  const canRevoke = useCan()(apiKeys, 'write') || isOwn
  const isActive = record['status'] === 'active'
  const chosen = record['permissions'] as string[] // The definition says so.
  const lost = chosen.filter((permission) => !permissions.includes(permission))
  const form = { record, refused: answer, writeKey, canSubmit: true }
  return (
    <>
      <ApiKeyHeader record={record} />
      <div className={styles.page}>
        <div className={styles.column}>
          {answer?.rotated !== undefined && (
            <div className={styles.created}>
              <NewKeyText text={answer.rotated} />
            </div>
          )}
          <Section id="access" title={apiKeysMessages.access}>
            <div className={styles.inset}>
              {isActive && lost.length > 0 && (
                <p role="status">
                  {apiKeysMessages.fewer(
                    new Intl.ListFormat('en').format(lost.map(formatPermission)),
                  )}
                </p>
              )}
              <RecordFacts
                resource={apiKeys}
                record={{
                  ...record,
                  permissions: chosen.map(formatPermission),
                }}
                names={['kind', 'permissions', 'storeIds', 'networks', 'createdAt']}
              />
              {typeof record['rotatedUntil'] === 'string' && (
                <p>
                  <Instant at={record['rotatedUntil']} format={apiKeysMessages.oldKey} />
                </p>
              )}
            </div>
          </Section>
          {isActive && isOwn && (
            <Section id="change" title={apiKeysMessages.change}>
              <SectionForm {...form} intent="change" button={apiKeysMessages.saveChanges}>
                {(rejected) => (
                  <>
                    <FormField
                      id="change-name"
                      name="name"
                      field={changeableKeyFields.name}
                      answer={rejected}
                      initialValue={record['name']}
                    />
                    <OwnPermissions
                      id="change-permissions"
                      name="permissions"
                      value={rejected?.values['permissions'] ?? chosen}
                      error={rejected?.errors['permissions']}
                    />
                  </>
                )}
              </SectionForm>
            </Section>
          )}
          <Calls calls={calls} origin={origin} />
        </div>
        {isActive && (
          <div className={styles.column}>
            {isOwn && (
              <Section id="rotate" title={apiKeysMessages.rotate}>
                <SectionForm {...form} intent="rotate" button={apiKeysMessages.rotate}>
                  {(rejected) => (
                    <>
                      <p className={styles.about}>{apiKeysMessages.rotateExplain}</p>
                      {Object.entries(rotationFields).map(([name, field]) => (
                        <FormField
                          key={name}
                          id={`rotate-${name}`}
                          name={name}
                          field={field}
                          answer={rejected}
                          initialValue={name === 'expiresAt' ? record['expiresAt'] : field.initial}
                        />
                      ))}
                    </>
                  )}
                </SectionForm>
              </Section>
            )}
            {canRevoke && (
              <Section id="revoke" title={apiKeysMessages.revoke}>
                <SectionForm
                  {...form}
                  intent="revoke"
                  button={apiKeysMessages.revoke}
                  color="error"
                >
                  {() => (
                    <>
                      <input type="hidden" name="called" value={getLabel(apiKeys, record)} />
                      <p className={styles.about}>{apiKeysMessages.revokeExplain}</p>
                    </>
                  )}
                </SectionForm>
              </Section>
            )}
          </div>
        )}
      </div>
    </>
  )
}
