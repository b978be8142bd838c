import {
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
} from 'react-router'
import { useSelector } from '@xstate/react'
import { getCurrentRoute } from '../runtime/pageTitle.ts'
import { HeaderTools, PageHeader } from '../ui/PageHeader.tsx'
import { StoreSwitcher } from '../shell/PaletteButton.tsx'
import { RouteFailure } from '../shell/RouteFailure.tsx'
import { SideMenu } from './SideMenu.tsx'
import { useInstantTitles } from '../shell/useInstantTitles.ts'
import { TopBar } from './TopBar.tsx'
import { readKeyBuffer, startKeyBuffer } from '../shell/keyBuffer.ts'
import * as styles from '../shell/Shell.css.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { jobsParam } from '#shared/engine/jobs/jobsUrl.ts'
import { hasPasswordParam, passwordParam } from '#shared/navigation/passwordUrl.ts'
import { zoneParam } from '#shared/format/timeZone.ts'
import { getOverlay, loadOverlay, listenForOverlayLinks } from '../shell/overlays.ts'
import type { OverlayData } from '../shell/overlays.ts'
import { paletteScopeParam, paletteParam } from '../shell/paletteUrl.ts'
import type { PaletteScope } from '../shell/paletteUrl.ts'
import { paletteLinkSelector, readEarlyPress, isPaletteKey } from '../shell/paletteKey.ts'
import { isTyping } from '../ui/focus/isTyping.ts'
import { useActors, useApi } from '../runtime/ConsoleContext.tsx'

/** What stands around the page of a signed-in operator (spec.md section 2, "Shell"). */
export function Frame() {
  const loading = useNavigation().state === 'loading'
  // Every page of a store leads to the same page of another one (screens.md, "The shell").
  const isOfStore = getCurrentRoute(useMatches())?.path.startsWith('/stores/:storeId')
  useWindowWidth()
  useInstantTitles()
  useInitialTimeZone()
  useFocusRestoration()
  return (
    <div className={styles.frame}>
      <TopBar />
      <SideMenu />
      <main id="content" className={styles.content} aria-busy={loading || undefined} tabIndex={-1}>
        <HeaderTools value={isOfStore ? <StoreSwitcher /> : null}>
          <Outlet />
        </HeaderTools>
      </main>
      <KeysHelpOverlay />
      <Overlays />
    </div>
  )
}

function Overlays() {
  const data = useLoaderData() as OverlayData | undefined // `frameLoader` is the loader of this route.
  const Zones = getOverlay(zoneParam)?.TimeZoneModal
  return (
    <>
      <PaletteOverlay found={data?.find} />
      <JobsOverlay loaded={data?.jobs} />
      <PasswordOverlay />
      {Zones && data?.timeZone && <Zones zones={data.timeZone} />}
    </>
  )
}

function PaletteOverlay({ found = null }: { found: OverlayData['find'] | null }) {
  const [among, setAmong] = useState<PaletteScope | null>(found?.among ?? null)
  const here = useLocation()
  const navigate = useNavigate()
  const waits = useEffectEvent(() => {
    if (!among) startKeyBuffer()
  })
  useEffect(() => {
    let isAsked = false
    const press = () => document.querySelector<HTMLElement>(paletteLinkSelector)?.click()
    const pressed = (event: KeyboardEvent) => isPaletteKey(event) && press()
    document.addEventListener('keydown', pressed)
    const forget = listenForOverlayLinks(
      paletteParam,
      (params) => setAmong(params.has(paletteScopeParam) ? 'stores' : 'all'),
      () => {
        isAsked = true
        waits()
      },
    )
    // After React's second run of an effect (development), which ends the first.
    if (readEarlyPress()) queueMicrotask(press)
    return () => {
      if (isAsked) readKeyBuffer()
      document.removeEventListener('keydown', pressed)
      forget()
    }
  }, [])
  const palette = getOverlay(paletteParam)
  if (!palette || !among) return null
  const { Palette, buildCloseUrl: closeAddress } = palette
  const close = (to?: string) => {
    setAmong(null)
    if (to) void navigate(to)
    else if (found) void navigate(closeAddress(here), { replace: true, preventScrollReset: true })
  }
  return <Palette {...{ among }} loaded={found} onClose={close} />
}

/** It stays open until it is closed, over a reload too. */
function JobsOverlay({ loaded = null }: { loaded: OverlayData['jobs'] | null }) {
  const { session } = useActors()
  const isAny = useSelector(session, ({ context }) => Boolean(context.user?.jobsUnderWay))
  // Null until they are asked for at all; then at which job the panel is open.
  const [asked, ask] = useState<{ id?: string } | null>(loaded)
  useEffect(() => {
    const kept = sessionStorage.getItem(jobsParam)
    if (isAny || kept !== null)
      loadOverlay(jobsParam).then(
        () => ask((was) => was ?? (kept === null ? {} : { id: kept })),
        () => undefined,
      )
  }, [isAny])
  useEffect(() => {
    return listenForOverlayLinks(jobsParam, (params, { dataset }) =>
      ask((was) =>
        was?.id !== undefined && 'toggles' in dataset ? {} : { id: params.get(jobsParam) ?? '' },
      ),
    )
  }, [])
  const [address, setAddress] = useState(loaded?.id)
  if (loaded?.id !== address) {
    setAddress(loaded?.id)
    if (loaded) ask(loaded)
  }
  const module = getOverlay(jobsParam)
  return module && asked && <module.Jobs {...{ asked, loaded, ask }} />
}

/** What it sent may be answered after it was closed. */
function PasswordOverlay() {
  const asked = hasPasswordParam(useLocation().search)
  const [wasAsked, setWasAsked] = useState(asked)
  if (asked && !wasAsked) setWasAsked(true)
  const module = wasAsked ? getOverlay(passwordParam) : undefined
  return module ? <module.ResetPasswordModal /> : null
}

/** `?` shows all keys; what shows them is loaded then. */
function KeysHelpOverlay() {
  const [module, setModule] = useState<typeof import('../shell/KeysHelp.tsx') | null>(null)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTyping(event.target)) return
      // Where its script cannot be had, nothing is lost.
      import('../shell/KeysHelp.tsx').then(setModule, () => undefined)
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return module && <module.KeysHelp onClose={() => setModule(null)} />
}

/** The browser's, where the platform would keep one and has none; without it pages stay in UTC. */
function useInitialTimeZone(): void {
  const { session } = useActors()
  const api = useApi()
  const isUnknown = useSelector(session, ({ context }) => context.user?.timeZone === null)
  useEffect(() => {
    let wanted = isUnknown
    if (wanted)
      loadOverlay(zoneParam)
        .then(({ saveOwnTimeZone: keepOwnZone }) =>
          wanted ? keepOwnZone({ api, session }) : undefined,
        )
        .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [api, session, isUnknown])
}

/** What it takes is loaded once something has the focus; without it a lost place is only found again by Tab. */
function useFocusRestoration(): void {
  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    const load = () =>
      void import('../shell/restoreFocus.ts').then(
        ({ restoreFocus: keepFocus }) => keepFocus(signal),
        () => undefined,
      )
    document.addEventListener('focusin', load, { once: true, signal })
    return () => over.abort()
  }, [])
}

export const FailedPage = () => (
  <>
    <PageHeader />
    <RouteFailure />
  </>
)

function useWindowWidth(): void {
  const { sideMenu } = useActors()
  useEffect(() => {
    const tell = () => sideMenu.send({ type: 'window.resized', width: window.innerWidth })
    tell()
    window.addEventListener('resize', tell)
    return () => window.removeEventListener('resize', tell)
  }, [sideMenu])
}
