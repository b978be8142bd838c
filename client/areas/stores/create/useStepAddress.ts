import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ActorRefFrom } from 'xstate'
import { getCurrentStep } from '#machines/createStore/snapshot.ts'
import type { createStoreMachine } from '#machines/createStore/index.ts'

/**
 * Makes each step a history entry named by the fragment. The machine decides the step and corrects
 * a fragment that isn't open yet.
 */
export function useStepAddress(wizard: ActorRefFrom<typeof createStoreMachine>): void {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const arrived = useRef(false)
  const shown = () => getCurrentStep(wizard.getSnapshot())
  const addressed = () => hash.slice(1) || (wizard.getSnapshot().context.steps[0]?.name ?? '')

  const show = useEffectEvent((replace: boolean) => {
    // Updates the URL synchronously. If Back were pressed before a later render, there would be no
    // change to follow.
    const how = { replace, flushSync: !replace, preventScrollReset: true }
    if (shown() !== addressed()) void navigate({ search, hash: shown() }, how)
  })
  const follow = useEffectEvent((named: boolean) => {
    // On arrival, a URL without a step leads to the draft's step; later it means the first step.
    if ((named || arrived.current) && shown() !== addressed())
      wizard.send({ type: 'step.goTo', step: addressed() })
    arrived.current = true
    show(true)
  })

  useEffect(() => follow(hash !== ''), [hash])
  useEffect(() => {
    const moves = wizard.on('step.moved', () => show(false))
    return () => {
      moves.unsubscribe()
      arrived.current = false
    }
  }, [wizard])
}
