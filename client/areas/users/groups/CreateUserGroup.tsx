import '#client/frame/forms.ts'
import '#client/frame/people.ts'
import { useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { formValuesOf } from '#shared/engine/fields/references.ts'
import { labelOf } from '#shared/engine/resource.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import { apiContext, tellContext, zoneContext } from '#client/runtime/contexts.ts'
import { throwFailure } from '#client/runtime/failures.ts'
import { begunWith } from '#client/form/begun.ts'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { answerForm } from '#client/form/answerForm.ts'
import type { Refused } from '#client/form/answerForm.ts'
import { newIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { useAnswer } from '#client/runtime/useAnswer.ts'
import { inMatrix, matrixInput } from './Matrix.tsx'
import { groupWords as say } from './words.ts'
import * as styles from './Matrix.css.ts'

type Data = { initial: Record<string, unknown>; writeKey: string }

/** What a new group starts with: what its address says, or what another one holds. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Data> {
  const params = new URL(request.url).searchParams
  const from = Number(params.get('from'))
  const writeKey = newIdempotencyKey()
  const [api, { signal }, { fields }] = [context.get(apiContext), request, userGroups]
  if (!Number.isSafeInteger(from) || from < 1)
    return { initial: await begunWith({ api, fields, params, signal }), writeKey }
  const group = await readRecord(api, userGroups, from, signal).catch((error: unknown) =>
    throwFailure(error, userGroups.title.one),
  )
  const name = say.copyOf(labelOf(userGroups, group)).slice(0, userGroups.fields.name.max)
  const copy = { ...group, name, permissions: inMatrix(group['permissions']) }
  return { initial: formValuesOf(userGroups.fields, copy), writeKey }
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm({
    api: context.get(apiContext),
    tell: context.get(tellContext),
    zone: context.get(zoneContext),
    resource: userGroups,
    form: await request.formData(),
    intents: { create: recordIntents.create },
    url: request.url,
    back: userGroups.path,
  })
}

/** A new group (screens.md, User Groups). */
export function Component() {
  const { initial, writeKey } = useLoaderData<Data>()
  const refused = useAnswer<Refused>()
  const fields = Object.fromEntries(
    Object.entries(userGroups.fields).map(([name, field]) => [
      name,
      name in initial && initial[name] !== null ? { ...field, initial: initial[name] } : field,
    ]),
  )
  return (
    <>
      <PageHeader />
      <div className={styles.alone}>
        <RecordForm
          fields={fields}
          sections={userGroups.sections}
          record={null}
          refused={refused}
          writeKey={writeKey}
          draftName="userGroups.new"
          leave={userGroups.path}
          save={say.create}
          own={matrixInput}
          leadsAway
        />
      </div>
    </>
  )
}
