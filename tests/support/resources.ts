import { resources } from '#shared/areas/index.ts'
import { registerResources } from '#shared/engine/resourceRegistry.ts'

// As the console's frame and both servers do when they start.
registerResources(resources)
