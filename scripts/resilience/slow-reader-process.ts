// A process of its own that joins the push channel, and can be stopped.
import { io } from 'socket.io-client'

const socket = io(`http://127.0.0.1:${process.argv[2]}`, { transports: ['websocket'], reconnection: false })
socket.once('welcome', () => process.send!('joined'))
