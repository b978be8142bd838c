export const jobUndoMessages = {
  underWay: 'This job is being undone.',
  all: 'This job was undone.',
  partly:
    "This job was partly undone. Some rows couldn't be undone, for example because they were changed after it ran.",
  nothing: 'Nothing could be undone.',
} as const

export const testJobMessages = {
  /** The title of a job that tests a setup. */
  title: (name: string) => `Test ${name}`,
}
