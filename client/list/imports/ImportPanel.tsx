import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { fromCallback } from 'xstate'
import { importingMachine } from '#machines/importing.ts'
import type { ImportNews } from '#machines/importing.ts'
import type { Api } from '#shared/engine/api.ts'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import { offeredPanels } from '#shared/engine/panels.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { readImport } from '#shared/engine/imports/importCalls.ts'
import type { Import } from '#shared/engine/imports/importCalls.ts'
import type { PlanPage } from '#shared/engine/bulk/planCalls.ts'
import { useApi } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { PanelProps } from '../panels/definePanels.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { Ended } from './Ended.tsx'
import type { LoadedImport } from './loadImport.ts'
import { MapColumns } from './MapColumns.tsx'
import type { StepProps } from './StepForm.tsx'
import { UnderWay } from './UnderWay.tsx'
import { importWords as say } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Import.css.ts'

type Props = PanelProps<LoadedImport | null> & {
  into: Resource
}

/** How often it is looked how far it is, in milliseconds. */
const everyMs = 1000

const provided = (api: Api, into: Resource) =>
  importingMachine.provide({
    actors: {
      watch: fromCallback<ImportNews, { id: number }, ImportNews>(({ input: { id }, sendBack }) => {
        const leaving = new AbortController()
        const look = () =>
          readImport(api, into, id, leaving.signal).then(
            (known) => sendBack({ type: 'import.heard', known }),
            () => !leaving.signal.aborted && sendBack({ type: 'import.lost' }),
          )
        const timer = setTimeout(() => void look(), everyMs)
        return () => {
          clearTimeout(timer)
          leaving.abort()
        }
      }),
    },
  })

/** A file on its way in, step by step (screens.md, "Every list"): each step is a form, so that it goes on without JavaScript too. */
export function ImportPanel({ into, resource, view, data, refused, loaded }: Props) {
  const api = useApi()
  const [machine] = useState(() => provided(api, into))
  const read = loaded?.known ?? null
  const actor = useActorRef(machine, { input: { known: read } })
  useEffect(() => actor.send({ type: 'import.heard', known: read }), [actor, read])
  const known = useSelector(actor, ({ context }) => context.known)
  const mayCheck = useSelector(actor, (now) => now.can({ type: 'check' }))
  const mayRun = useSelector(actor, (now) => now.can({ type: 'run' }))
  const underWay = useSelector(actor, (now) => now.hasTag('underWay'))
  const lost = useSelector(actor, (now) => now.hasTag('lost'))
  const rows = useRows(loaded, known)

  const close = listAddress(resource, withPanel(view, null))
  const again = listAddress(resource, withPanel(view, 'import'))
  const creates = into === resource && offeredPanels(resource).includes('create')
  const createAt = creates ? listAddress(resource, withPanel(view, 'create')) : null
  const step: StepProps = { into, close, again, createAt, writeKey: data.writeKey, answer: refused }
  return (
    <Panel title={say.title(into.title.many)} close={close} size="large">
      <div className={styles.whole}>
        <Steps known={known} />
        {refused?.failure && (
          <div className={panel.body}>
            <FailureText failure={refused.failure} />
          </div>
        )}
        {known === null ? (
          <ChooseFile {...step} />
        ) : underWay ? (
          <UnderWay {...step} known={known} lost={lost} />
        ) : mayCheck ? (
          // What was chosen stays as it is while the file is looked at again.
          <MapColumns
            key={refused?.attempt ?? known.state}
            {...step}
            known={known}
            rows={rows}
            mayRun={mayRun}
          />
        ) : (
          <Ended {...step} known={known} />
        )}
      </div>
    </Panel>
  )
}

/** The rows of the plan, read once the check that was watched here has ended. */
function useRows(loaded: LoadedImport | null, known: Import | null): PlanPage | null {
  const { revalidate } = useRevalidator()
  const isMissing = known?.state === 'ready' && loaded?.known.state !== 'ready'
  useEffect(() => {
    if (isMissing) void revalidate()
  }, [isMissing, revalidate])
  return loaded?.rows ?? null
}

const stepOf = {
  mapping: 'mapping',
  checking: 'ready',
  ready: 'ready',
  running: 'ended',
  ended: 'ended',
} as const

function Steps({ known }: { known: Import | null }) {
  const current = known === null ? 'choosing' : stepOf[known.state]
  return (
    <ol className={styles.steps} aria-label={say.stepsLabel}>
      {Object.entries(say.steps).map(([name, label]) => (
        <li key={name} aria-current={name === current ? 'step' : undefined}>
          {label}
        </li>
      ))}
    </ol>
  )
}
