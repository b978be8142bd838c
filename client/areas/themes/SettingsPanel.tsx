import { useEffect, useRef, useState } from 'react'
import { contrastOf, leastContrast } from '#shared/format/contrast.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { undoCall } from '#shared/engine/undo.ts'
import { initialValues } from '#shared/engine/fields/validation.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { slotFields, slotsOf, themeSettings } from '#shared/areas/themes/settingSlots.ts'
import { readThemeSettings, saveThemeSettings } from '#shared/areas/themes/versionCalls.ts'
import type { ThemeSettings } from '#shared/areas/themes/versionCalls.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import type { Intents } from '#client/form/answerForm.ts'
import { FieldInput } from '#client/form/inputs/FieldInput.tsx'
import { ReachQuestion, reachButton } from '#client/form/ReachQuestion.tsx'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { Status } from '#client/ui/Status.tsx'
import * as styles from './versions.css.ts'
import { settingsWords as say } from './words.ts'

const intents: Intents = {
  async settings({ api, form, key }) {
    const { id } = target(form)
    const settings = await readThemeSettings(api, id)
    const written: Record<string, unknown> = await writtenIn(api, slotFields(settings), form)
    const values = Object.fromEntries(
      slotsOf(settings).map(({ slot, name }) => [name, written[slot]]),
    )
    const reach = String(form.get(reachParam) ?? '')
    const record = await saveThemeSettings(api, { ...target(form), reach }, values, key)
    const before = Object.fromEntries(
      slotsOf(settings).map(({ slot, name }) => [name, keptAt(settings, slot, name)]),
    )
    const path = `/${themes.name}/${id}/settings`
    const undo = undoCall(record, { method: 'PUT', path, body: { values: before } })
    const isOther = Object.entries(values).some(([name, value]) => value !== before[name])
    return { notice: 'saved', of: recordLink(themes, record), undo: isOther ? undo : null }
  },
}

/** What is kept of a setting, else what the version begins with. */
function keptAt(settings: ThemeSettings, slot: string, name: string): unknown {
  const kept: Record<string, unknown> = settings.values
  const initial: Record<string, unknown> = initialValues({ fields: slotFields(settings) })
  return kept[name] ?? initial[slot]
}

type Loaded = { theme: AnyRecord; settings: ThemeSettings }

/** The colours and typefaces of a theme, by what its latest version lets one choose, and whether they can be read. */
function SettingsPanel({ loaded: { theme, settings }, ...props }: PanelProps<Loaded>) {
  const may = useMay()
  const fields = slotFields(settings)
  const saved = Object.fromEntries(
    slotsOf(settings).map(({ slot, name }) => [slot, keptAt(settings, slot, name)]),
  )
  const { refused } = props
  const reach = refused?.intent === 'settings' ? refused.reach : undefined
  const isOffered = Object.keys(fields).length > 0
  return (
    <SmallForm
      {...besideList(props)}
      of={themes}
      record={theme}
      intent="settings"
      title={say.title}
      size="medium"
      question={reach && <ReachQuestion reach={reach} />}
      buttons={
        isOffered &&
        may(themeSettings, 'write') && (
          <SendButton>{reach ? reachButton(reach) : say.save}</SendButton>
        )
      }
    >
      {(answer) => (
        <>
          {typeof theme['preview'] === 'number' && (
            <img
              className={styles.picture}
              src={`/api/files/${theme['preview']}/thumbnail`}
              alt={say.preview}
            />
          )}
          <p>
            {settings.semver === null ? say.none : isOffered ? say.by(settings.semver) : say.fixed}
          </p>
          <div className={styles.inputs}>
            {Object.entries(fields).map(([slot, field]) => (
              <FieldInput
                key={slot}
                id={`setting-${slot}`}
                name={slot}
                field={field}
                value={answer ? answer.values[slot] : saved[slot]}
                error={answer?.errors[slot]}
              />
            ))}
          </div>
          <Contrasts settings={settings} saved={saved} />
        </>
      )}
    </SmallForm>
  )
}

/** Each colour on the one that it stands on. It follows what is typed; without a script it tells of what is saved. */
function Contrasts({
  settings,
  saved,
}: {
  settings: ThemeSettings
  saved: Record<string, unknown>
}) {
  const place = useRef<HTMLUListElement>(null)
  const [typed, setTyped] = useState(saved)
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const read = () => setTyped(Object.fromEntries(new FormData(form)))
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [])
  const { colours } = settings
  const colourAt = (at: number) => String(typed[`colour${at}`] ?? '').trim()
  const pairs = colours.flatMap(({ label, on }, at) => {
    const under = colours.findIndex(({ name }) => name === on)
    const two = [colourAt(at), colourAt(under)] as const
    if (under < 0 || !two.every((one) => /^#[0-9a-f]{6}$/i.test(one))) return []
    return [{ label, on: colours[under]?.label ?? '', contrast: contrastOf(...two) }]
  })
  return (
    <ul ref={place} className={styles.pairs} aria-label={say.contrast}>
      {pairs.map(({ label, on, contrast }) => (
        <li key={label}>
          <Status tone={contrast >= leastContrast ? 'good' : 'bad'}>
            <span className={styles.words}>
              {/* Rounded down, so that 4.499 is not shown as the 4.5 it does not reach. */}
              {say.pair(
                label,
                on,
                (Math.floor(contrast * 100) / 100).toFixed(2),
                contrast >= leastContrast,
              )}
            </span>
          </Status>
        </li>
      ))}
    </ul>
  )
}

async function load(work: PanelWork): Promise<Loaded> {
  const { api, id, signal } = work
  const [theme, settings] = await Promise.all([
    openRecord(work),
    readThemeSettings(api, id ?? 0, signal),
  ])
  return { theme, settings }
}

export const settingsPanel = { Panel: SettingsPanel, intents, load }
