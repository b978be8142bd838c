import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ActorRefFrom } from 'xstate'
import { getCurrentStep } from '#machines/createStore/snapshot.ts'
import type { createStoreMachine } from '#machines/createStore/index.ts'

/** Each step is an entry of the history, named by the fragment. The machine decides; a step not open is put right. */
export function useStepAddress(wizard: ActorRefFrom<typeof createStoreMachine>): void {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const arrived = useRef(false)
  const shown = () => getCurrentStep(wizard.getSnapshot())
  const addressed = () => hash.slice(1) || (wizard.getSnapshot().context.steps[0]?.name ?? '')

  const show = useEffectEvent((replace: boolean) => {
    // A step that moved is the page's address at once: Back, pressed before a later rendering, would show no change to follow.
    const how = { replace, flushSync: !replace, preventScrollReset: true }
    if (shown() !== addressed()) void navigate({ search, hash: shown() }, how)
  })
  const follow = useEffectEvent((named: boolean) => {
    // An address without a step, on arrival, leads to where the draft was; later it is the first step's.
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
