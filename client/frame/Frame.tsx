import {
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
} from 'react-router'
import { useSelector } from '@xstate/react'
import { currentRoute } from '../runtime/pageTitle.ts'
import { HeaderTools, PageHeader } from '../ui/PageHeader.tsx'
import { StoreSwitcher } from '../shell/PaletteButton.tsx'
import { RouteFailure } from '../shell/RouteFailure.tsx'
import { SideMenu } from './SideMenu.tsx'
import { useInstantTitles } from '../shell/useInstantTitles.ts'
import { TopBar } from './TopBar.tsx'
import { takeTyped, typeAhead } from '../shell/typedAhead.ts'
import * as styles from '../shell/Shell.css.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { jobsParam } from '#shared/engine/jobs/jobsAddress.ts'
import { asksForPassword, passwordParam } from '#shared/navigation/passwordAddress.ts'
import { zoneParam } from '#shared/format/timeZone.ts'
import { around, loadAround, onAsked } from '../shell/asked.ts'
import type { FrameData } from '../shell/asked.ts'
import { amongParam, findParam } from '../shell/finding.ts'
import type { Among } from '../shell/finding.ts'
import { findLink, heardEarly, isFindKey } from '../shell/findKey.ts'
import { isTyping } from '../ui/focus/isTyping.ts'
import { useActors, useApi } from '../runtime/ConsoleContext.tsx'

/** What stands around the page of a signed-in operator (spec.md section 2, "Shell"). */
export function Frame() {
  const loading = useNavigation().state === 'loading'
  // Every page of a store leads to the same page of another one (screens.md, "The shell").
  const isOfStore = currentRoute(useMatches())?.path.startsWith('/stores/:storeId')
  useWindowWidth()
  useInstantTitles()
  useFirstZone()
  useKeptFocus()
  return (
    <div className={styles.frame}>
      <TopBar />
      <SideMenu />
      <main id="content" className={styles.content} aria-busy={loading || undefined} tabIndex={-1}>
        <HeaderTools value={isOfStore ? <StoreSwitcher /> : null}>
          <Outlet />
        </HeaderTools>
      </main>
      <Keys />
      <Around />
    </div>
  )
}

function Around() {
  const data = useLoaderData() as FrameData | undefined // `frameLoader` is the loader of this route.
  const Zones = around(zoneParam)?.ZoneModal
  return (
    <>
      <FoundAnywhere found={data?.find} />
      <JobsAnywhere loaded={data?.jobs} />
      <PasswordChange />
      {Zones && data?.timeZone && <Zones zones={data.timeZone} />}
    </>
  )
}

function FoundAnywhere({ found = null }: { found: FrameData['find'] | null }) {
  const [among, setAmong] = useState<Among | null>(found?.among ?? null)
  const here = useLocation()
  const navigate = useNavigate()
  const waits = useEffectEvent(() => {
    if (!among) typeAhead()
  })
  useEffect(() => {
    let isAsked = false
    const press = () => document.querySelector<HTMLElement>(findLink)?.click()
    const pressed = (event: KeyboardEvent) => isFindKey(event) && press()
    document.addEventListener('keydown', pressed)
    const forget = onAsked(
      findParam,
      (params) => setAmong(params.has(amongParam) ? 'stores' : 'all'),
      () => {
        isAsked = true
        waits()
      },
    )
    // After React's second run of an effect (development), which ends the first.
    if (heardEarly()) queueMicrotask(press)
    return () => {
      if (isAsked) takeTyped()
      document.removeEventListener('keydown', pressed)
      forget()
    }
  }, [])
  const palette = around(findParam)
  if (!palette || !among) return null
  const { Palette, closeAddress } = palette
  const close = (to?: string) => {
    setAmong(null)
    if (to) void navigate(to)
    else if (found) void navigate(closeAddress(here), { replace: true, preventScrollReset: true })
  }
  return <Palette {...{ among }} loaded={found} onClose={close} />
}

/** It stays open until it is closed, over a reload too. */
function JobsAnywhere({ loaded = null }: { loaded: FrameData['jobs'] | null }) {
  const { session } = useActors()
  const isAny = useSelector(session, ({ context }) => Boolean(context.user?.jobsUnderWay))
  // Null until they are asked for at all; then at which job the panel is open.
  const [asked, ask] = useState<{ id?: string } | null>(loaded)
  useEffect(() => {
    const kept = sessionStorage.getItem(jobsParam)
    if (isAny || kept !== null)
      loadAround(jobsParam).then(
        () => ask((was) => was ?? (kept === null ? {} : { id: kept })),
        () => undefined,
      )
  }, [isAny])
  useEffect(() => {
    return onAsked(jobsParam, (params, { dataset }) =>
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
  const module = around(jobsParam)
  return module && asked && <module.Jobs {...{ asked, loaded, ask }} />
}

/** What it sent may be answered after it was closed. */
function PasswordChange() {
  const asked = asksForPassword(useLocation().search)
  const [wasAsked, setWasAsked] = useState(asked)
  if (asked && !wasAsked) setWasAsked(true)
  const module = wasAsked ? around(passwordParam) : undefined
  return module ? <module.ResetPasswordModal /> : null
}

/** `?` shows all keys; what shows them is loaded then. */
function Keys() {
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
function useFirstZone(): void {
  const { session } = useActors()
  const api = useApi()
  const isUnknown = useSelector(session, ({ context }) => context.user?.timeZone === null)
  useEffect(() => {
    let wanted = isUnknown
    if (wanted)
      loadAround(zoneParam)
        .then(({ keepOwnZone }) => (wanted ? keepOwnZone({ api, session }) : undefined))
        .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [api, session, isUnknown])
}

/** What it takes is loaded once something has the focus; without it a lost place is only found again by Tab. */
function useKeptFocus(): void {
  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    const load = () =>
      void import('../shell/keepFocus.ts').then(
        ({ keepFocus }) => keepFocus(signal),
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
