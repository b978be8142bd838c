import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { listAddress, withPanel, withQuery } from '#shared/engine/listView.ts'
import type { ListView } from '#shared/engine/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { tailAddress } from '#shared/logs/logCalls.ts'
import { logPeriods } from '#shared/logs/logPeriods.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { Status } from '../ui/Status.tsx'
import { logsMessages } from './words.ts'
import * as styles from './Logs.css.ts'

const say = logsMessages

type Props = { resource: Resource; view: ListView }

export function LogBar({ resource, view, at, verify }: Props & { at: string; verify: string }) {
  return (
    <div className={styles.bar}>
      <div className={styles.periods}>
        {logPeriods(view.query.filters, at).map(({ name, filters, current }) => (
          <Link
            key={name}
            to={listAddress(resource, withQuery(view, { filters }))}
            aria-current={current ? 'true' : undefined}
            preventScrollReset
          >
            {say.periods[name]}
          </Link>
        ))}
      </div>
      <Link to={listAddress(resource, withPanel(view, null))} preventScrollReset>
        {say.refresh}
      </Link>
      <Live resource={resource} view={view} />
      <Link to={verify} preventScrollReset>
        {say.verify}
      </Link>
    </div>
  )
}

/** Reads the list again whenever the platform tells of new entries; closed while nobody looks at the page. */
function Live({ resource, view }: Props) {
  const [isOn, turn] = useState(false)
  const { revalidate } = useRevalidator()
  const address = tailAddress(resource, view.query)
  useEffect(() => {
    if (!isOn) return undefined
    let source: EventSource | null = null
    const listen = () => {
      source?.close()
      source = null
      if (document.hidden) return
      source = new EventSource(address)
      source.addEventListener('entries', () => void revalidate())
    }
    listen()
    document.addEventListener('visibilitychange', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      source?.close()
    }
  }, [isOn, address, revalidate])
  return (
    <span className={styles.live}>
      <Button
        color="white"
        size="small"
        variant="outline"
        aria-pressed={isOn}
        title={say.liveTitle}
        onClick={() => {
          turn(!isOn)
          if (!isOn) void revalidate()
        }}
      >
        <Status tone={isOn ? 'good' : 'off'}>{say.live}</Status>
      </Button>
    </span>
  )
}
