#error "a toolkit's header beside the embedded ones"
