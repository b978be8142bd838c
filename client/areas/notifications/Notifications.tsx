import { useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import {
  loadNotificationPreferences,
  updateNotificationPreferences,
} from '#shared/areas/notifications/notificationCalls.ts'
import { notificationPreferences } from '#shared/areas/notifications/notificationPreferences.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Section } from '#client/frame/index.ts'
import { getFormContext } from '#client/form/formContext.ts'
import { handleForm } from '#client/form/handleForm.ts'
import type { Intents, RejectedForm } from '#client/form/handleForm.ts'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { parseRecordVersion, readChanges } from '#client/form/saveChanges.ts'
import { apiContext } from '#client/runtime/contexts.ts'
import { throwAsPageFailure } from '#client/runtime/failures.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { notificationsMessages } from './messages.ts'

const { name, path, title, fields, form: formOptions } = notificationPreferences

type NotificationsData = { record: AnyRecord; writeKey: string }

export const loader = async ({
  request,
  context,
}: LoaderFunctionArgs): Promise<NotificationsData> => ({
  record: await loadNotificationPreferences(context.get(apiContext), request.signal).catch(
    (error: unknown) => throwAsPageFailure(error, title.many),
  ),
  writeKey: createIdempotencyKey(),
})

const notificationIntents = {
  async edit({ api, form, key }) {
    const { changes } = await readChanges(api, fields, form)
    const of = { resource: name, id: 0, name: title.many, to: '' }
    if (Object.keys(changes).length === 0) return { notice: 'unchanged', of }
    const { version } = parseRecordVersion(form)
    await updateNotificationPreferences(api, { version, changes }, key)
    return { notice: 'saved', of }
  },
} satisfies Intents

export const action = async ({ request, context }: ActionFunctionArgs) =>
  handleForm({
    ...getFormContext(context),
    resource: notificationPreferences,
    form: await request.formData(),
    intents: notificationIntents,
    url: request.url,
    back: path,
  })

/** The operator's own emails: quiet hours and the digest. */
export function Component() {
  const { record, writeKey } = useLoaderData<NotificationsData>()
  const refused = useLastActionData<RejectedForm>()
  return (
    <>
      <PageHeader />
      <Section id="emails" title={notificationsMessages.emails} narrow>
        <RecordForm
          key={record.version}
          fields={fields}
          sections={formOptions.sections}
          record={record}
          refused={refused}
          writeKey={writeKey}
          draftName={name}
        />
      </Section>
    </>
  )
}
