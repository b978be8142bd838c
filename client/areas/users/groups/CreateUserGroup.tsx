import { useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { toFormValues } from '#shared/engine/fields/references.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import { apiContext } from '#client/runtime/contexts.ts'
import { throwAsPageFailure } from '#client/runtime/failures.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { getFormContext } from '#client/form/formContext.ts'
import { handleForm } from '#client/form/handleForm.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { toMatrixPermissions, matrixInput } from '#client/form/permissions/PermissionMatrix.tsx'
import { userGroupsMessages } from './messages.ts'
import * as styles from './UserGroups.css.ts'

type CreateGroupData = { initial: Record<string, unknown>; writeKey: string }

/** Loads the initial values of a new group: from the URL, or from the group to copy. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<CreateGroupData> {
  const params = new URL(request.url).searchParams
  const from = Number(params.get('from'))
  const writeKey = createIdempotencyKey()
  const [api, { signal }, { fields }] = [context.get(apiContext), request, userGroups]
  if (!Number.isSafeInteger(from) || from < 1)
    return { initial: await loadPrefill({ api, fields, params, signal }), writeKey }
  const group = await loadRecord(api, userGroups, from, signal).catch((error: unknown) =>
    throwAsPageFailure(error, userGroups.title.one),
  )
  const name = userGroupsMessages
    .copyOf(getLabel(userGroups, group))
    .slice(0, userGroups.fields.name.max)
  const copy = { ...group, name, permissions: toMatrixPermissions(group['permissions']) }
  return { initial: toFormValues(userGroups.fields, copy), writeKey }
}

export async function action({ request, context }: ActionFunctionArgs) {
  return handleForm({
    ...getFormContext(context),
    resource: userGroups,
    form: await request.formData(),
    intents: { create: recordIntents.create },
    url: request.url,
    back: userGroups.path,
  })
}

/** Creates a group (screens.md, User Groups). */
export function Component() {
  const { initial, writeKey } = useLoaderData<CreateGroupData>()
  const refused = useLastActionData<RejectedForm>()
  const fields = Object.fromEntries(
    Object.entries(userGroups.fields).map(([name, field]) => [
      name,
      name in initial && initial[name] !== null ? { ...field, initial: initial[name] } : field,
    ]),
  )
  return (
    <>
      <PageHeader />
      <div className={styles.page}>
        <RecordForm
          fields={fields}
          sections={userGroups.form.sections}
          record={null}
          refused={refused}
          writeKey={writeKey}
          draftName="userGroups.new"
          leave={userGroups.path}
          save={userGroupsMessages.create}
          own={matrixInput}
          leadsAway
        />
      </div>
    </>
  )
}
