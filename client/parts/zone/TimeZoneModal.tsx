import { useState } from 'react'
import type { FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { removeParam } from '#shared/engine/urlParams.ts'
import { saveTimeZone, zoneParam, zonePath } from '#shared/engine/timeZone.ts'
import { isTimeZone, getOffsetMinutes, utcZone } from '#shared/format/zones.ts'
import { Button } from '#client/frame/index.ts'
import type { Actors } from '#client/runtime/actors.ts'
import { useActors, useApi, useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { timeZoneContext } from '#client/runtime/contexts.ts'
import { flashPart } from '#client/runtime/flashPart.ts'
import { formatError } from '#client/runtime/formatError.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Modal } from '#client/ui/dialogs/Modal.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import { timeZoneMessages } from './messages.ts'
import * as styles from '#client/shell/Shell.css.ts'

/** Includes the operator's own time zone even if it has an outdated name. */
function listTimeZones(own: string, now: Date): Option[] {
  const names = new Set([utcZone, own, ...Intl.supportedValuesOf('timeZone')])
  return [...names]
    .sort()
    .map((value) => ({ value, label: `${value} (${formatUtcOffset(value, now)})` }))
}

export const load = async ({ context }: LoaderFunctionArgs): Promise<Option[]> =>
  listTimeZones(await context.get(timeZoneContext)(), new Date())

function formatUtcOffset(zone: string, now: Date): string {
  const offsetMinutes = getOffsetMinutes(zone, now)
  const padTwo = (part: number) => String(Math.trunc(part)).padStart(2, '0')
  const size = Math.abs(offsetMinutes)
  return `UTC${offsetMinutes < 0 ? '-' : '+'}${padTwo(size / 60)}:${padTwo(size % 60)}`
}

/**
 * Chooses the time zone that pages use. Without JavaScript, its form goes to the server
 * (server/console/render/zoneForm.ts).
 */
export function TimeZoneModal({ zones }: { zones: readonly Option[] }) {
  const zone = useTimeZone()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const back = pathname + removeParam(search, zoneParam)
  const leave = () => void navigate(back + hash, { preventScrollReset: true })
  const rejectedZone = new URLSearchParams(search).get(zoneParam) || null
  const initialError =
    rejectedZone && (isTimeZone(rejectedZone) ? timeZoneMessages.notKept : timeZoneMessages.wrong)
  const { saving, error = initialError, save } = useTimeZoneForm(leave)
  return (
    <Modal title={timeZoneMessages.title} onClose={leave}>
      <form
        method="post"
        action={`${zonePath}?next=${encodeURIComponent(back)}`}
        className={styles.form}
        onSubmit={save}
      >
        <Select
          id="time-zone"
          name="zone"
          label={timeZoneMessages.label}
          hint={timeZoneMessages.hint}
          options={zones}
          error={error ?? undefined}
          defaultValue={zones.find(({ value }) => value === rejectedZone)?.value ?? zone}
          autoFocus
        />
        <div className={styles.actions}>
          <span className={styles.gap} />
          <ButtonLink to={back} color="white" preventScrollReset>
            {timeZoneMessages.cancel}
          </ButtonLink>
          <Button type="submit" loading={saving}>
            {timeZoneMessages.save}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Saves the operator's time zone, the browser's by default, and updates the page to it. */
export async function saveOwnTimeZone(
  { api, session }: { api: Api; session: Actors['session'] },
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): Promise<void> {
  await saveTimeZone(api, timeZone, createIdempotencyKey())
  const { user, permissions } = session.getSnapshot().context
  if (user) session.send({ type: 'user.loaded', user: { ...user, timeZone }, permissions })
}

function useTimeZoneForm(leave: () => void) {
  const { session, notifications } = useActors()
  const api = useApi()
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const timeZone = String(new FormData(event.currentTarget).get('zone'))
    setSaving(true)
    try {
      await saveOwnTimeZone({ api, session }, timeZone)
    } catch (failure) {
      setSaving(false)
      return setError(formatError(failure, timeZoneMessages.what))
    }
    flashPart.load().then(
      ({ formatFlashMessage }) =>
        notifications.send({
          type: 'notification.show',
          notification: formatFlashMessage({ notice: 'zone-kept' }),
        }),
      // The page shows times in the new zone, even without the message.
      () => undefined,
    )
    leave()
  }
  return { saving, error, save: (event: FormEvent<HTMLFormElement>) => void save(event) }
}
