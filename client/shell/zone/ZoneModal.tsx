import '#client/signedIn.ts'
import { useLocation, useNavigate } from 'react-router'
import type { Option } from '#shared/engine/fields.ts'
import { withoutParam } from '#shared/notice.ts'
import { zoneParam, zonePath } from '#shared/timeZone.ts'
import { minutesAhead, utcZone } from '#shared/zones.ts'
import { useZone } from '#client/ConsoleContext.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Modal } from '#client/ui/Modal.tsx'
import { Select } from '#client/ui/Select.tsx'
import * as styles from '../Shell.css.ts'

const say = {
  title: 'Time zone',
  label: 'Show times in',
  hint: 'Days of charts and sums, exports and the API stay in UTC.',
  cancel: 'Cancel',
  save: 'Save',
}

/** Every time zone there is, with its present offset; the operator's own too, where it goes by an older name. */
export function offeredZones(own: string, now: Date): Option[] {
  const names = new Set([utcZone, own, ...Intl.supportedValuesOf('timeZone')])
  return [...names].sort().map((value) => ({ value, label: `${value} (${offset(value, now)})` }))
}

function offset(zone: string, now: Date): string {
  const ahead = minutesAhead(zone, now)
  const two = (part: number) => String(Math.trunc(part)).padStart(2, '0')
  const size = Math.abs(ahead)
  return `UTC${ahead < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}

/**
 * In which time zone pages write instants. Its form goes to the server with or without JavaScript, because every page is then
 * written anew.
 */
export function ZoneModal({ zones }: { zones: readonly Option[] }) {
  const zone = useZone()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const back = pathname + withoutParam(search, zoneParam)
  return (
    <Modal
      title={say.title}
      onClose={() => void navigate(back + hash, { preventScrollReset: true })}
    >
      <form
        method="post"
        action={`${zonePath}?next=${encodeURIComponent(back)}`}
        className={styles.form}
      >
        <Select
          id="time-zone"
          name="zone"
          label={say.label}
          hint={say.hint}
          options={zones}
          defaultValue={zone}
          autoFocus
        />
        <div className={styles.actions}>
          <span className={styles.gap} />
          <ButtonLink to={back} color="white" preventScrollReset>
            {say.cancel}
          </ButtonLink>
          <Button type="submit">{say.save}</Button>
        </div>
      </form>
    </Modal>
  )
}
