import '#client/frame/signedIn.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import { outcomeMessage, withoutParam } from '#shared/navigation/notice.ts'
import { keepZone, zoneParam, zonePath } from '#shared/format/timeZone.ts'
import { isZone, minutesAhead, utcZone } from '#shared/format/zones.ts'
import type { Actors } from '#client/runtime/actors.ts'
import { useActors, useApi, useZone } from '#client/runtime/ConsoleContext.tsx'
import { zoneContext } from '#client/runtime/contexts.ts'
import { reasonOf } from '#client/runtime/failureSentence.ts'
import { newIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Modal } from '#client/ui/dialogs/Modal.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import { zoneMessages as say } from './messages.ts'
import * as styles from '#client/shell/Shell.css.ts'

/** The operator's own too, where it goes by an older name. */
function offeredZones(own: string, now: Date): Option[] {
  const names = new Set([utcZone, own, ...Intl.supportedValuesOf('timeZone')])
  return [...names].sort().map((value) => ({ value, label: `${value} (${offset(value, now)})` }))
}

export const load = async ({ context }: LoaderFunctionArgs): Promise<Option[]> =>
  offeredZones(await context.get(zoneContext)(), new Date())

function offset(zone: string, now: Date): string {
  const ahead = minutesAhead(zone, now)
  const two = (part: number) => String(Math.trunc(part)).padStart(2, '0')
  const size = Math.abs(ahead)
  return `UTC${ahead < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}

/** In which time zone pages write instants; without script its form goes to the server (server/console/render/zoneForm.ts). */
export function ZoneModal({ zones }: { zones: readonly Option[] }) {
  const zone = useZone()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const back = pathname + withoutParam(search, zoneParam)
  const leave = () => void navigate(back + hash, { preventScrollReset: true })
  const refused = new URLSearchParams(search).get(zoneParam) || null
  const told = refused && (isZone(refused) ? say.notKept : say.wrong)
  const { saving, error = told, save } = useSave(leave)
  return (
    <Modal title={say.title} onClose={leave}>
      <form
        method="post"
        action={`${zonePath}?next=${encodeURIComponent(back)}`}
        className={styles.form}
        onSubmit={save}
      >
        <Select
          id="time-zone"
          name="zone"
          label={say.label}
          hint={say.hint}
          options={zones}
          error={error ?? undefined}
          defaultValue={zones.find(({ value }) => value === refused)?.value ?? zone}
          autoFocus
        />
        <div className={styles.actions}>
          <span className={styles.gap} />
          <ButtonLink to={back} color="white" preventScrollReset>
            {say.cancel}
          </ButtonLink>
          <Button type="submit" loading={saving}>
            {say.save}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Keeps the operator's time zone, the browser's where nothing else is said, and shows the page in it. */
export async function keepOwnZone(
  { api, session }: { api: Api; session: Actors['session'] },
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): Promise<void> {
  await keepZone(api, timeZone, newIdempotencyKey())
  const { user, permissions } = session.getSnapshot().context
  if (user) session.send({ type: 'user.loaded', user: { ...user, timeZone }, permissions })
}

function useSave(leave: () => void) {
  const { session, notifications } = useActors()
  const api = useApi()
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const timeZone = String(new FormData(event.currentTarget).get('zone'))
    setSaving(true)
    try {
      await keepOwnZone({ api, session }, timeZone)
    } catch (failure) {
      setSaving(false)
      return setError(reasonOf(failure, say.what))
    }
    notifications.send({
      type: 'notification.show',
      notification: outcomeMessage({ notice: 'zone-kept' }),
    })
    leave()
  }
  return { saving, error, save: (event: FormEvent<HTMLFormElement>) => void save(event) }
}
