// The socket code, loaded after the first view.
export { io } from 'socket.io-client'
