import '#client/stores.ts'
import { useEffect, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { listAddress, withPanel, withQuery } from '#shared/engine/listView.ts'
import { logPeriods } from '#shared/logs/logPeriods.ts'
import { tailAddress } from '#shared/logs/logCalls.ts'
import { logEntries } from '#shared/resources/logEntries.ts'
import type { LogSeverity } from '#shared/resources/logEntries.ts'
import { definePanels } from '#client/list/definePanels.ts'
import type { ListLook, ListProps } from '#client/list/listProps.ts'
import { plainScreen } from '#client/list/plainScreen.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Status } from '#client/ui/Status.tsx'
import { logsMessages } from './words.ts'
import * as styles from './Logs.css.ts'

const say = logsMessages

const tones = { info: 'off', warning: 'warn', error: 'bad' } as const satisfies Record<
  LogSeverity,
  string
>

const cells: NonNullable<ListLook['cells']> = {
  severity: ({ severity }) => {
    const option = logEntries.fields.severity.options?.find(({ value }) => value === severity)
    return option && <Status tone={tones[severity as LogSeverity]}>{option.label}</Status>
  },
}

/** The usual times to look back, and what keeps the list new. */
function Bar({ resource, view }: ListProps) {
  const { at } = useLoaderData<{ at: string }>()
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
    </div>
  )
}

/** Reads the list again whenever the platform tells of new entries; closed while nobody looks at the page. */
function Live({ resource, view }: Pick<ListProps, 'resource' | 'view'>) {
  const [isOn, turn] = useState(false)
  const { revalidate } = useRevalidator()
  const address = tailAddress(resource.place?.id ?? 0, view.query)
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

const screen = plainScreen(
  logEntries,
  { cells, opens: 'entry', bar: (list) => <Bar {...list} /> },
  definePanels(() => import('./panels.tsx'), {
    entry: { button: null, reads: true },
    verify: { button: say.verify, reads: true },
  }),
)

/** The logs of a store (screens.md): the generic list, its entries, and the proof that they are as they were written. */
export const { action, Component, panels } = screen

export const loader = async (args: LoaderFunctionArgs) => ({
  ...(await screen.loader(args)),
  at: new Date().toISOString(),
})
