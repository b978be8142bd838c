import {
  loadNotificationPreferences,
  updateNotificationPreferences,
} from '#shared/areas/notifications/notificationCalls.ts'
import { notificationPreferences } from '#shared/areas/notifications/notificationPreferences.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Section } from '#client/frame/index.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { RecordForm } from '#client/form/RecordForm.tsx'
import { parseRecordVersion, readChanges } from '#client/form/saveChanges.ts'
import { defineAccountSection } from '../accountSection.ts'
import { ownAccountMessages } from '../messages.ts'

const { name, path, title, fields, form: formOptions } = notificationPreferences

const notificationIntents = {
  async edit({ api, form, key }) {
    const { changes } = await readChanges(api, fields, form)
    const section = { resource: name, id: 0, name: title.many, to: '' }
    if (Object.keys(changes).length === 0) return { notice: 'unchanged', of: section }
    const { version } = parseRecordVersion(form)
    await updateNotificationPreferences(api, { version, changes }, key)
    return { notice: 'saved', of: section }
  },
} satisfies Intents<object>

/** The operator's own emails: quiet hours and the digest. */
export const notificationsSection = defineAccountSection<AnyRecord>({
  title: ownAccountMessages.notifications.title,
  what: title.many,
  path,
  resource: notificationPreferences,
  load: ({ api, signal }) => loadNotificationPreferences(api, signal),
  intents: notificationIntents,
  render: ({ data: record, refused, writeKey }) => (
    <Section id="emails" title={ownAccountMessages.notifications.emails} narrow>
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
  ),
})
