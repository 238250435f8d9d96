// A process of the app on the database and Redis of its environment, for tests that kill or freeze one. It prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHttpApp } from '../../../server/app.ts'
import { createAppContext } from '../../../server/create-app-context.ts'
import { readEnv } from '../../../server/env.ts'
import { createListener } from '../../../server/http/listener.ts'
import { createLog } from '../../../server/log.ts'
import { openSocketServer } from '../../../server/realtime/socket-server.ts'

const env = readEnv()
const app = await createAppContext(env, createLog(env.logLevel))
const http = createServer(createListener(createHttpApp(app), env))
openSocketServer(app, http)
http.listen(0, '127.0.0.1', () => console.log((http.address() as AddressInfo).port))
