import { useSelector } from '@xstate/react'
import { Form, useLocation, useNavigation } from 'react-router'
import { loadRecord, updateRecord } from '#shared/engine/recordCalls.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { getNextStatus, toIntegrationHealth } from '#shared/engine/integrations/lifecycle.ts'
import { findUnknownStepsToConfirm } from '#shared/engine/integrations/tests.ts'
import {
  updateIntegrationState,
  loadIntegrationHistory,
  startIntegrationTest,
} from '#shared/engine/integrations/integrationCalls.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { Button } from '#client/frame/index.ts'
import { useActors, useCan } from '#client/runtime/ConsoleContext.tsx'
import type { Intents } from '#client/form/handleForm.ts'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'
import { smtpTestFields } from '#shared/areas/email/emailCalls.ts'
import * as styles from '#client/integrations/integrations.css.ts'
import { smtpSettingsMessages } from './messages.ts'

/** Returns why emails wait for a setting: it's paused, needs a test, or was disabled. */
function getWaitingReason(setting: AnyRecord): keyof typeof smtpSettingsMessages.release {
  if (setting['paused'] === true) return 'paused'
  return getNextStatus(toIntegrationHealth(setting), 'activate') ? 'inactive' : 'untested'
}

/** Says the same without the button, next to a link to the panel that has it. */
export function WaitingEmailsNote({ setting }: { setting: AnyRecord }) {
  const count = Number(setting['waiting'] ?? 0)
  if (count === 0) return null
  return (
    <p className={styles.warning}>
      <strong>{smtpSettingsMessages.waiting(count)}.</strong>{' '}
      {smtpSettingsMessages.whyWaiting[getWaitingReason(setting)]}
    </p>
  )
}

/**
 * Shows how many emails wait for a setting and why, with one button that releases them. Renders
 * nothing if none wait.
 */
export function WaitingEmailsForm({ setting, writeKey }: { setting: AnyRecord; writeKey: string }) {
  const { pathname } = useLocation()
  const canWrite = useCan()(smtpSettings, 'write')
  const operator = useSelector(useActors().session, ({ context }) => context.user)
  const sending = useNavigation().formData?.get('intent') === 'release'
  const count = Number(setting['waiting'] ?? 0)
  if (count === 0) return null
  const reason = getWaitingReason(setting)
  return (
    <Form
      method="post"
      action={`${pathname}?test=${setting.id}`}
      className={styles.storeFix}
      preventScrollReset
    >
      <p>
        <strong>{smtpSettingsMessages.waiting(count)}.</strong>{' '}
        {smtpSettingsMessages.whyWaiting[reason]}
      </p>
      <input type="hidden" name="intent" value="release" />
      <input type="hidden" name="reason" value={reason} />
      <input type="hidden" name="stay" value="1" />
      <input type="hidden" name="id" value={setting.id} />
      <input type="hidden" name="version" value={setting.version} />
      <input type="hidden" name="to" value={operator?.email ?? ''} />
      <input type="hidden" name="writeKey" value={`${writeKey}-release`} />
      {canWrite && (
        <Button type="submit" loading={sending}>
          {smtpSettingsMessages.release[reason]}
        </Button>
      )}
    </Form>
  )
}

/** Releases waiting emails: resumes sending, tests and activates, or activates. */
export const releaseIntents: Intents = {
  async release({ api, form, key }) {
    const target = parseRecordVersion(form)
    const reason = form.get('reason')
    if (reason === 'paused') {
      const saved = await updateRecord(api, smtpSettings, target, { paused: false }, key)
      return { notice: 'saved', of: toRecordLink(smtpSettings, saved) }
    }
    if (reason === 'inactive') {
      const history = await loadIntegrationHistory(api, smtpSettings, target.id)
      const despite = findUnknownStepsToConfirm(history).map(({ name }) => name)
      const change = { id: target.id, event: 'activate', despite } as const
      const record = await updateIntegrationState(api, smtpSettings, change, key)
      return { notice: 'activated', of: toRecordLink(smtpSettings, record) }
    }
    const input = await parseValidForm(api, smtpTestFields, form)
    await startIntegrationTest(
      api,
      smtpSettings,
      { id: target.id, input: { ...input, activate: true } },
      key,
    )
    const record = await loadRecord(api, smtpSettings, target.id)
    return { notice: 'test-started', of: toRecordLink(smtpSettings, record) }
  },
}
