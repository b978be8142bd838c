import { references } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { smtpSettings } from './smtpSettings.ts'
import { storeReference } from '../stores/storeReference.ts'
import { emailMessages } from './messages.ts'

/** What a form asks that gives a mail setting to stores. */
export const smtpAssignmentFields = {
  storeIds: references(emailMessages.stores, { ...storeReference, writes: [] }),
}

/** Mail settings as that form takes them. */
export const assignableSmtpSettings = defineResource({
  ...smtpSettings,
  fields: { ...smtpSettings.fields, ...smtpAssignmentFields },
  sections: (smtpSettings.sections ?? []).map((section, at) =>
    at === 0 ? { ...section, fields: [...section.fields, 'storeIds' as const] } : section,
  ),
})
