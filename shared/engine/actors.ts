import { engineMessages } from './messages.ts'

/** The actor of what the platform does on its own, as the API returns it and the log stores it. */
export const platformActor = 'platform'

/** Labels of actors that aren't accounts. */
export const actorLabels: Readonly<Record<string, string>> = {
  [platformActor]: engineMessages.system,
}

/** Formats who did something, for operators: an email address, or "System" for the platform. */
export const formatActor = (actor: string): string =>
  Object.hasOwn(actorLabels, actor) ? (actorLabels[actor] ?? actor) : actor
