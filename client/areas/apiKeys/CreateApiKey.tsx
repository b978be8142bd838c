import { useLoaderData } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { buildAccountUrl } from '#shared/areas/account/accountUrl.ts'
import { apiKeys } from '#shared/areas/apiKeys/apiKeys.ts'
import { createApiKey } from '#shared/areas/apiKeys/apiKeyCalls.ts'
import type { NewApiKey } from '#shared/areas/apiKeys/apiKeyCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { getFormContext } from '#client/form/formContext.ts'
import { handleForm } from '#client/form/handleForm.ts'
import type { IntentContext, RejectedForm } from '#client/form/handleForm.ts'
import { RecordForm } from '#client/form/RecordForm.tsx'
import type { CustomInput } from '#client/form/RecordForm.tsx'
import { parseValidForm } from '#client/form/saveChanges.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { NewKeyText } from './NewKeyText.tsx'
import { OwnPermissions } from './OwnPermissions.tsx'
import { apiKeysMessages } from './messages.ts'
import * as styles from './ApiKeys.css.ts'

type CreateKeyData = { writeKey: string }
type CreatedKey = { created: NewApiKey }

export const loader = (): CreateKeyData => ({ writeKey: createIdempotencyKey() })

async function createFromForm({ api, form, key }: IntentContext) {
  const values = { kind: 'personal', ...(await parseValidForm(api, apiKeys.fields, form)) }
  return { shown: { created: await createApiKey(api, values, key) } satisfies CreatedKey }
}

export async function action({ request, context }: ActionFunctionArgs) {
  return handleForm<CreatedKey>({
    ...getFormContext(context),
    resource: apiKeys,
    form: await request.formData(),
    intents: { create: createFromForm },
    url: request.url,
    back: apiKeys.path,
  })
}

const inputs = { permissions: (input: CustomInput) => <OwnPermissions {...input} /> }

/** Creates a key of the operator, and shows it once. */
export function Component() {
  const { writeKey } = useLoaderData<CreateKeyData>()
  const answer = useLastActionData<Partial<CreatedKey> & RejectedForm>()
  const canCreateService = useCan()(apiKeys, 'write')
  if (answer?.created) return <CreatedApiKey created={answer.created} />
  const { kind, ...personalFields } = apiKeys.fields
  const fields = canCreateService ? { ...personalFields, kind } : personalFields
  return (
    <>
      <PageHeader />
      <div className={styles.form}>
        <RecordForm
          fields={Object.fromEntries(
            Object.keys(apiKeys.fields).flatMap((name) => {
              const field = fields[name as keyof typeof fields]
              return field ? [[name, field]] : []
            }),
          )}
          record={null}
          refused={answer}
          writeKey={writeKey}
          draftName="apiKeys.new"
          leave={buildAccountUrl('apiKeys')}
          save={apiKeysMessages.create}
          own={inputs}
        />
      </div>
    </>
  )
}

/** Shows a new key. Its text can't be a prop called `key`, which React takes for itself. */
function CreatedApiKey({ created: { record, key } }: { created: NewApiKey }) {
  return (
    <>
      <PageHeader title={apiKeysMessages.createdTitle(getLabel(apiKeys, record))} />
      <div className={styles.created}>
        <NewKeyText text={key} />
        <div className={styles.actions}>
          <ButtonLink to={getRecordUrl(apiKeys, record)}>{apiKeysMessages.open}</ButtonLink>
          <ButtonLink to={`${apiKeys.path}/create`} color="white">
            {apiKeysMessages.another}
          </ButtonLink>
        </div>
      </div>
    </>
  )
}
